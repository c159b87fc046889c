/** Hits of the tag: Google Analytics 4 takes several in a body, one per line. */

export type Hit = {
  visitor: string
  name: string
  /** What is granted: `G1`, ads, analytics. Null without consent mode. */
  gcs: string | null
  /** What was the default and what the update, of all four signals. */
  gcd: string
  /** The page's URL and referrer. */
  location: string
  referrer: string
  /** The event's own parameters. */
  parameters: Record<string, string>
  /** The page load, and the hit's number within it. */
  page: string
  number: number
  /** The page's cookies at that time. */
  cookies: string[]
  heldMs: number
  /** Whether a default came after the first measurement. */
  isDefaultLate: boolean
  /** Whether the tag sent it by itself after a grant. */
  isAutomatic: boolean
  /** All of it, as it was sent. */
  wire: string
}

export function parseHits(url: URL, body: string): Hit[] {
  return body.split('\n').map((line) => parseHit(line, url))
}

function parseHit(line: string, { search }: URL): Hit {
  const parameters = Object.fromEntries(new URLSearchParams(line))
  const take = (name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new Error(`A hit has no ${name}: ${line}`)
    return value
  }
  return {
    visitor: take('standin.visitor'),
    name: take('en'),
    gcs: parameters.gcs ?? null,
    gcd: take('gcd'),
    location: take('dl'),
    referrer: take('dr'),
    parameters: eventParameters(parameters),
    page: take('_p'),
    number: Number(take('_s')),
    cookies: take('standin.cookies')
      .split(' ')
      .filter((name) => name !== ''),
    heldMs: Number(take('standin.held')),
    isDefaultLate: take('standin.late') === 'true',
    isAutomatic: 'gcu' in parameters,
    wire: decodeURIComponent(`${search}&${line}`),
  }
}

/** An event's parameters start with `ep.`, numbers with `epn.`. */
function eventParameters(parameters: Record<string, string>): Record<string, string> {
  const entries = Object.entries(parameters).map(([name, value]) => [/^epn?\.(.*)$/.exec(name)?.[1], value])
  return Object.fromEntries(entries.filter(([name]) => name !== undefined))
}
