/** Tells scans from crawling: who asks for many missing pages within a minute is looking for holes. */
import ms from 'ms'

/** A crawler asks for fewer. The log itself tells no more apart within ten seconds. */
const maxPathsPerMinute = 20

/** Who asked longest ago is forgotten first, which only costs that their scan is noticed later. */
const maxClients = 2_000

/** A missing page that a client asked for, and the group that it was counted in. */
export type MissingPage = { path: string; at: number; groupKey: string; address: string }

/** Remembers what clients asked for last. */
export function createScanDetector() {
  const lastOf = new Map<string, MissingPage[]>()

  /**
   * Returns what the client asked for last, this being the latest, if that shows a scan or is known to be one; null otherwise.
   */
  function add(client: string, asked: MissingPage, isKnown: boolean): MissingPage[] | null {
    const others = (lastOf.get(client) ?? []).filter(({ path }) => path !== asked.path)
    const last = [...others, asked].slice(-(maxPathsPerMinute + 1))
    lastOf.delete(client)
    const [first] = last
    const isMany = first && last.length > maxPathsPerMinute && Math.abs(asked.at - first.at) <= ms('1m')
    if (isMany || isKnown) return last
    lastOf.set(client, last)
    const [oldest] = lastOf.keys()
    if (oldest !== undefined && lastOf.size > maxClients) lastOf.delete(oldest)
    return null
  }

  return { add }
}
