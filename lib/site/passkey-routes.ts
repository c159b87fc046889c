/** The site map's part that only passkeys need. By itself, as pages load it with them. */
import { fillPath, sitePath } from './site-path'

/** Route handler paths of passkeys, and of the second factors that one replaces. */
export const passkeyHandlers = {
  passkeys: '/api/passkeys',
  passkeyOptions: '/api/passkeys/options',
  passkeyToken: '/api/passkeys/token',
  onePasskey: '/api/passkeys/{id}',
  secondFactors: '/api/account/second-factors',
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
  onePasskey: (id: string) => sitePath(fillPath(passkeyHandlers.onePasskey, id)),
  /** Removes all second factors, in a session that a passkey opened. */
  secondFactors: sitePath(passkeyHandlers.secondFactors),
}
