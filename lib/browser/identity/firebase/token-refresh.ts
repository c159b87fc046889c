import 'client-only'
import * as sdk from 'firebase/app'

/**
 * Makes the SDK refresh its ID token: five minutes before expiry, and offline with retries after 30 s, doubling up to 16
 * minutes (S58–S59). It only does so while something listens for tokens, as its database SDKs do through this internal
 * API.
 */
export function startTokenRefresh(app: sdk.FirebaseApp): void {
  const { _getProvider: providerOf } = sdk as unknown as Internals
  providerOf(app, 'auth-internal')
    .getImmediate()
    .addAuthTokenListener(() => undefined)
}

type Internals = {
  _getProvider: (app: sdk.FirebaseApp, name: 'auth-internal') => { getImmediate: () => InternalAuth }
}
type InternalAuth = { addAuthTokenListener: (listener: (token: string | null) => void) => void }
