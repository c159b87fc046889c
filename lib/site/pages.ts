/** The table of pages. Separate from the site map, as most pages don't need it in the browser. */

import { notePaths } from './note-routes'
import { paths } from './routes'

export type Page = {
  name: string
  pattern: string
  /** `static` pages are prerendered and skip the middleware; `dynamic` ones render per request. */
  rendering: 'static' | 'dynamic'
  /** The page's auth check (S76). `session` also covers the paths below it. */
  guard: 'none' | 'session' | 'signed-out'
  /** Its URL contains a secret, such as an emailed code, so it must never be sent as a referrer. */
  hasSecretAddress?: true
}

/** The pages of the specification (S7–S17) in its order and with its names, then ours. */
export const pages: readonly Page[] = [
  { name: 'index', pattern: paths.home, rendering: 'static', guard: 'none' },
  { name: 'login', pattern: paths.login, rendering: 'dynamic', guard: 'signed-out' },
  { name: 'terms', pattern: paths.terms, rendering: 'static', guard: 'none' },
  { name: 'contact', pattern: paths.contact, rendering: 'static', guard: 'none' },
  { name: 'privacy', pattern: paths.privacy, rendering: 'static', guard: 'none' },
  { name: 'app', pattern: paths.app, rendering: 'dynamic', guard: 'session' },
  { name: 'auth-success', pattern: paths.authSuccess, rendering: 'dynamic', guard: 'none' },
  { name: 'debug-config', pattern: paths.debugConfig, rendering: 'dynamic', guard: 'none' },
  { name: 'share-uuid', pattern: paths.share, rendering: 'dynamic', guard: 'session' },
  { name: 'auth-silent-refresh', pattern: paths.silentRefresh, rendering: 'dynamic', guard: 'none' },
  { name: 'account', pattern: paths.account, rendering: 'dynamic', guard: 'session' },
  { name: 'new-note', pattern: notePaths.new, rendering: 'dynamic', guard: 'session' },
  { name: 'trash', pattern: notePaths.trash, rendering: 'dynamic', guard: 'session' },
  { name: 'note', pattern: notePaths.note, rendering: 'dynamic', guard: 'session' },
  {
    name: 'auth-action',
    pattern: paths.authAction,
    rendering: 'dynamic',
    guard: 'none',
    hasSecretAddress: true,
  },
]
