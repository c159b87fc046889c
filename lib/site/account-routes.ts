/** The routes that only the account page needs. In a file of their own, as the sign-in page loads none of them. */
import { paths } from './routes'
import { fillPath, sitePath } from './site-path'

/** Route handler paths of the account and its sessions. */
export const accountHandlers = {
  account: '/api/account',
  accountExport: '/api/account/export',
  accountAddress: '/api/account/address',
  sessions: '/api/sessions',
  oneSession: '/api/sessions/{id}',
} as const

/** The button that sends the verification email. */
export const verification = { id: 'verify', path: sitePath(`${paths.account}#verify`) } as const

/** The passkey section of the account page. */
export const passkeySection = { id: 'passkeys', path: sitePath(`${paths.account}#passkeys`) } as const

/** Builds the request paths of the account. */
export const accountRequests = {
  account: sitePath(accountHandlers.account),
  export: sitePath(accountHandlers.accountExport),
  address: sitePath(accountHandlers.accountAddress),
  oneSession: (id: string) => sitePath(fillPath(accountHandlers.oneSession, id)),
  sessions: (which: 'others' | 'all') => sitePath(accountHandlers.sessions, { which }),
}
