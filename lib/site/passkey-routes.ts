/** The site map's part that only passkeys need. By itself, as pages load it with them. */
import { filled, sitePath } from './site-path'

/** Route handler paths of passkeys, and of a second factor that one replaces. */
export const passkeyHandlers = {
  passkeys: '/api/passkeys',
  passkeyOptions: '/api/passkeys/options',
  passkeyToken: '/api/passkeys/token',
  onePasskey: '/api/passkeys/{id}',
  secondFactor: '/api/account/second-factors/{id}',
} as const

/** Builds the request paths of passkeys. */
export const passkeyRequests = {
  /** Lists the user's passkeys, and adds one. */
  passkeys: sitePath(passkeyHandlers.passkeys),
  /** A challenge for any purpose. */
  options: sitePath(passkeyHandlers.passkeyOptions),
  /** A custom token for a signed challenge. */
  token: sitePath(passkeyHandlers.passkeyToken),
  /** Renames or removes one. */
  onePasskey: (id: string) => sitePath(filled(passkeyHandlers.onePasskey, id)),
  /** Removes a second factor, in a session that a passkey opened. */
  secondFactor: (id: string) => sitePath(filled(passkeyHandlers.secondFactor, id)),
}
