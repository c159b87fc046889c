/** Requests per second and processor time of each, beside bare pages as large. */
import { paths } from '@/lib/site/routes'
import { scriptsOf } from '../support/builds/page-scripts'
import type { Bench } from './bench'
import { type Load, load, type Target } from './load'
import { median, type Row, rowOf } from './table'

/** Of the bare page's requests per second. */
const goals = { [paths.home]: 0.93, [paths.login]: 0.8, [paths.app]: 0.6 }

const rounds = 5
const roundSeconds = 3
/** Until then the compiler is still at work, the longer the more code there is. */
const warmUpRequests = 1_500

/**
 * Each page and its bare one take turns, as another process may be busy for a while. The processor time is the
 * server's own, which such a neighbor changes less.
 */
export async function measureRequests(bench: Bench): Promise<Row[]> {
  const measured = Object.entries(goals).map(([path, atLeast]) => {
    const { own, bare } = bench.pairOf(path)
    return {
      path,
      atLeast,
      own: { page: own, loads: [] as Load[] },
      bare: { page: bare, loads: [] as Load[] },
    }
  })
  const sides = measured.flatMap(({ own, bare }) => [own, bare])
  for (const { page } of sides) await load(page, { amount: warmUpRequests })
  for (let round = 0; round < rounds; round++)
    for (const { page, loads } of sides) loads.push(await load(page, { duration: roundSeconds }))
  const rows = measured.flatMap(({ path, atLeast, own, bare }) => {
    const row = (what: string, unit: string, of: keyof Load) => {
      const [foyer = 0, other = 0] = [own, bare].map(({ loads }) => median(loads.map((each) => each[of])))
      return { what: `\`${path}\`: ${what}`, unit, foyer, bare: other }
    }
    return [
      rowOf({ ...row('requests', 'per second', 'perSecond'), goal: { of: 'ratio', atLeast } }),
      rowOf(row('processor time', 'ms a request', 'cpuMsPerRequest')),
    ]
  })
  return [...rows, await measureScripts(bench)]
}

/** What all scripts of a first visit cost the server, compressed as browsers request them. */
async function measureScripts({ app, pairOf }: Bench): Promise<Row> {
  const { own, bare } = pairOf(paths.home)
  return rowOf({
    what: `\`${paths.home}\`: all its scripts, processor time`,
    unit: 'ms a visit',
    foyer: await scriptsCpuMs(own, '.next'),
    bare: await scriptsCpuMs(bare, `${app.folder}/.next`),
  })
}

async function scriptsCpuMs(page: Target, build: string): Promise<number> {
  let cpuMs = 0
  for (const script of scriptsOf(build, page.path)) {
    const target = { ...page, path: `/_next/${script}`, acceptEncoding: 'gzip, deflate, br, zstd' }
    await load(target, { amount: 50 })
    cpuMs += (await load(target, { amount: 200 })).cpuMsPerRequest
  }
  return cpuMs
}
