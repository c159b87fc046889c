/** A path on this site, with its query. Only created by the site map. */
export type SitePath = string & { readonly brand: 'SitePath' }

/** The path with all parameters that have a value. */
export function sitePath(path: string, query: Record<string, string | undefined> = {}): SitePath {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  return (entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`) as SitePath
}

/** Replaces the pattern's parameter by the value, encoded as one segment. */
export function fillPath(pattern: string, value: string): string {
  return pattern.replace(/\{\w+\}/, () => encodeURIComponent(value))
}
