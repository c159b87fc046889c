/** The table of pages. Separate from the site map, as most pages don't need it in the browser. */

import type { SiteRoom } from '../rooms'
import * as rooms from '../rooms'
import type { Page } from './room'
import { paths } from './routes'

/** The pages of the specification (S7–S17) with its names, then ours, then those of the rooms. */
export const pages: readonly Page[] = [
  { name: 'index', pattern: paths.home, rendering: 'static', guard: 'none' },
  { name: 'login', pattern: paths.login, rendering: 'dynamic', guard: 'signed-out' },
  { name: 'terms', pattern: paths.terms, rendering: 'static', guard: 'none' },
  { name: 'contact', pattern: paths.contact, rendering: 'static', guard: 'none' },
  { name: 'privacy', pattern: paths.privacy, rendering: 'static', guard: 'none' },
  { name: 'app', pattern: paths.app, rendering: 'dynamic', guard: 'session' },
  { name: 'auth-success', pattern: paths.authSuccess, rendering: 'dynamic', guard: 'none' },
  { name: 'debug-config', pattern: paths.debugConfig, rendering: 'dynamic', guard: 'none' },
  { name: 'auth-silent-refresh', pattern: paths.silentRefresh, rendering: 'dynamic', guard: 'none' },
  { name: 'account', pattern: paths.account, rendering: 'dynamic', guard: 'session' },
  {
    name: 'auth-action',
    pattern: paths.authAction,
    rendering: 'dynamic',
    guard: 'none',
    hasSecretAddress: true,
  },
  ...Object.values<SiteRoom>(rooms).flatMap(({ pages = [] }) => pages),
]
