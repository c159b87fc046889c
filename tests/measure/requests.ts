/** Requests per second and processor time of each, beside bare pages as large. */
import autocannon from 'autocannon'
import { paths } from '@/lib/site/routes'
import { type Bench, navigationHeaders, type Target } from './servers'
import { median, type Row, rowOf } from './table'

/** Of the bare page's requests per second. */
const goals = { [paths.home]: 0.93, [paths.login]: 0.8, [paths.app]: 0.6 }

const rounds = 5
const roundSeconds = 3
/** Until then the compiler is still at work, the longer the more code there is. */
const warmUpRequests = 1_500

type Load = { perSecond: number; cpuMsPerRequest: number }

/**
 * Each page and its bare one take turns, as another process may be busy for a while. The processor time is the
 * server's own, which such a neighbor changes less.
 */
export async function measureRequests({ pairOf }: Bench): Promise<Row[]> {
  const measured = Object.entries(goals).map(([path, atLeast]) => {
    const { own, bare } = pairOf(path)
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
  return measured.flatMap(({ path, atLeast, own, bare }) => {
    const row = (what: string, unit: string, of: keyof Load) => {
      const [foyer = 0, other = 0] = [own, bare].map(({ loads }) => median(loads.map((each) => each[of])))
      return { what: `\`${path}\`: ${what}`, unit, foyer, bare: other }
    }
    return [
      rowOf({ ...row('requests', 'per second', 'perSecond'), goal: { of: 'ratio', atLeast } }),
      rowOf(row('processor time', 'ms a request', 'cpuMsPerRequest')),
    ]
  })
}

/** Ten connections for whole seconds, or until as many requests. Throws unless every answer is a success. */
async function load(target: Target, until: { duration: number } | { amount: number }): Promise<Load> {
  const { server, path } = target
  const before = server.processorMs()
  const options = {
    // Without `accept-encoding` nothing is compressed, which would hide what the pages themselves cost.
    ...{ url: server.url + path, headers: navigationHeaders(target), connections: 10 },
    // Foyer closes a connection after as many requests, which autocannon wouldn't notice.
    reconnectRate: 1_000,
  }
  const { requests, duration, non2xx, errors } = await autocannon({ ...options, ...until })
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} answers of another status, ${errors} errors`)
  // Requests that are under way at the end have cost something, too.
  const cpuMsPerRequest = (server.processorMs() - before) / requests.sent
  return { perSecond: requests.total / duration, cpuMsPerRequest }
}
