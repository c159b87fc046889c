/** What a room is to the site map: its pages, and its handlers' methods. */

export type Page = {
  name: string
  pattern: string
  /** `static` pages are prerendered and skip the middleware; `dynamic` ones render per request. */
  rendering: 'static' | 'dynamic'
  /** The page's auth check (S76). `session` also covers the paths below it. */
  guard: 'none' | 'session' | 'signed-out'
  /** Its URL contains a secret, such as an emailed code, so it must never be sent as a referrer. */
  hasSecretAddress?: true
  /** What people share by a link to it, such as `a note`. Each session that opens it is counted. */
  shares?: string
}

export type Endpoint = readonly [pattern: string, methods: readonly string[]]
