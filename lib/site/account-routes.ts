/** The site map's part that only the account page needs. By itself, as the sign-in page loads none of it. */
import { paths } from './routes'
import { fillPath, sitePath } from './site-path'

/** Route handler paths of the account and its sessions. */
export const accountHandlers = {
  account: '/api/account',
  accountExport: '/api/account/export',
  sessions: '/api/sessions',
  oneSession: '/api/sessions/{id}',
} as const

/** Where passkeys are on the account page. */
export const passkeySection = { id: 'passkeys', path: sitePath(`${paths.account}#passkeys`) } as const

/** Builds the request paths of the account. */
export const accountRequests = {
  account: sitePath(accountHandlers.account),
  export: sitePath(accountHandlers.accountExport),
  /** Ends one of the user's sessions, all others, or all. */
  oneSession: (id: string) => sitePath(fillPath(accountHandlers.oneSession, id)),
  sessions: (which: 'others' | 'all') => sitePath(accountHandlers.sessions, { which }),
}
