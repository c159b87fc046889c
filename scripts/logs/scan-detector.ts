/** Tells scans from crawling: a client that requests many missing pages within a minute looks for holes. */
import ms from 'ms'

/** Crawlers request fewer. The log itself tells no more apart within ten seconds. */
const maxPathsPerMinute = 20

/** The client that was seen longest ago is forgotten first; its scan is then only noticed later. */
const maxClients = 2_000

/** A missing page that a client requested, and the group that it was counted in. */
export type MissingPage = { path: string; at: number; groupKey: string; address: string }

/** Remembers the latest missing pages of each client. */
export function createScanDetector() {
  const pagesOf = new Map<string, MissingPage[]>()

  /** Returns the client's latest missing pages if they are a scan, or `isScan` says so; null otherwise. */
  function add(client: string, page: MissingPage, isScan: boolean): MissingPage[] | null {
    const others = (pagesOf.get(client) ?? []).filter(({ path }) => path !== page.path)
    const latest = [...others, page].slice(-(maxPathsPerMinute + 1))
    pagesOf.delete(client)
    const [first] = latest
    const isMany = first && latest.length > maxPathsPerMinute && Math.abs(page.at - first.at) <= ms('1m')
    if (isMany || isScan) return latest
    pagesOf.set(client, latest)
    const [oldest] = pagesOf.keys()
    if (oldest !== undefined && pagesOf.size > maxClients) pagesOf.delete(oldest)
    return null
  }

  return { add }
}
