/** What the tag has sent: Google Analytics 4 takes several hits in one body, one a line. */

export type Hit = {
  visitor: string
  name: string
  /** What is granted: `G1`, ads, analytics. Null without consent mode. */
  gcs: string | null
  /** What was the default and what the update, of all four signals. */
  gcd: string
  /** Where the page says that it is, and where its visitor came from. */
  location: string
  referrer: string
  /** What the event tells besides. */
  parameters: Record<string, string>
  /** Of the load of a page, and the hit's place among those of this page. */
  page: string
  number: number
  /** The cookies that the page had then. */
  cookies: string[]
  heldMs: number
  /** Whether a default came after something had been measured. */
  isDefaultLate: boolean
  /** Whether the tag sent it by itself, because something was granted. */
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

/** Those of an event begin with `ep.`, and with `epn.` if they are numbers. */
function eventParameters(parameters: Record<string, string>): Record<string, string> {
  const entries = Object.entries(parameters).map(([name, value]) => [/^epn?\.(.*)$/.exec(name)?.[1], value])
  return Object.fromEntries(entries.filter(([name]) => name !== undefined))
}
