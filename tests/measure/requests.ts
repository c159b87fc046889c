/** Requests per second and processor time of each, beside bare pages as large. */
import { paths } from '@/lib/site/routes'
import { scriptsOf } from '../support/builds/page-scripts'
import type { Bench } from './bench'
import { type Load, load, type Target } from './load'
import { comparedRow, median, type Row } from './table'

/** Of the bare page's requests per second. */
const goals = { [paths.home]: 0.93, [paths.login]: 0.8, [paths.app]: 0.6 }

const rounds = 5
const roundMs = 2_500
/** Until then the compiler is still at work, the longer the more code there is. */
const warmUpRequests = 1_500

/**
 * Five rounds in which each page and its bare one take turns, as another process may be busy for a while. The processor
 * time is the server's own, which such a neighbour changes less.
 */
export async function measureRequests(stage: Bench): Promise<Row[]> {
  const measured = Object.entries(goals).map(([path, atLeast]) => ({
    path,
    atLeast,
    pair: stage.pairOf(path),
    own: [] as Load[],
    bare: [] as Load[],
  }))
  for (const { pair } of measured) {
    await load(pair.own, { most: warmUpRequests })
    await load(pair.bare, { most: warmUpRequests })
  }
  for (let round = 0; round < rounds; round++)
    for (const { pair, own, bare } of measured) {
      own.push(await load(pair.own, { forMs: roundMs }))
      bare.push(await load(pair.bare, { forMs: roundMs }))
    }
  const requests = measured.flatMap(({ path, atLeast, own, bare }) => {
    const perSecond = (loads: Load[]) => median(loads.map((each) => each.perSecond))
    const cpuMs = (loads: Load[]) => median(loads.map((each) => each.cpuMsPerRequest))
    return [
      comparedRow({
        what: `\`${path}\`: requests`,
        unit: 'per second',
        foyer: perSecond(own),
        bare: perSecond(bare),
        goal: { of: 'ratio', atLeast },
      }),
      comparedRow({
        what: `\`${path}\`: processor time`,
        unit: 'ms a request',
        foyer: cpuMs(own),
        bare: cpuMs(bare),
      }),
    ]
  })
  return [...requests, await measureScripts(stage)]
}

/** What all the scripts of a first visit cost the server, as browsers ask for them. */
async function measureScripts({ app, pairOf }: Bench): Promise<Row> {
  const { own, bare } = pairOf(paths.home)
  return comparedRow({
    what: `\`${paths.home}\`: all its scripts, processor time`,
    unit: 'ms a visit',
    foyer: await scriptsCpuMs(own, '.next'),
    bare: await scriptsCpuMs(bare, `${app.folder}/.next`),
  })
}

async function scriptsCpuMs(page: Target, build: string): Promise<number> {
  const scripts = scriptsOf(build, page.path).map((script) => ({
    ...page,
    path: `/_next/${script}`,
    acceptEncoding: 'gzip, deflate, br, zstd',
  }))
  let cpuMs = 0
  for (const script of scripts) {
    await load(script, { most: 50 })
    cpuMs += (await load(script, { most: 200 })).cpuMsPerRequest
  }
  return cpuMs
}
