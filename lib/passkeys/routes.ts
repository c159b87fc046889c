/** The routes that only passkeys need. In a file of their own, as they load with the passkey code. */
import { fillPath, sitePath } from '@/lib/site/site-path'

/** Route handler paths of passkeys, and of the second factors that a passkey replaces. */
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
  /** Creates a challenge. */
  options: sitePath(passkeyHandlers.passkeyOptions),
  /** Exchanges a signed challenge for a custom token. */
  token: sitePath(passkeyHandlers.passkeyToken),
  /** Renames or removes one. */
  onePasskey: (id: string) => sitePath(fillPath(passkeyHandlers.onePasskey, id)),
  /** Removes all second factors, in a session that a passkey opened. */
  secondFactors: sitePath(passkeyHandlers.secondFactors),
}
