import 'client-only'
import * as sdk from 'firebase/app'

/**
 * Has the SDK refresh the ID token of its user by itself: five minutes before it expires, and without a network again after
 * 30 s, doubled up to 16 minutes (spec section 4). It does so only while somebody inside of the SDK listens for tokens, as
 * its databases do; they come by this door, which its public types leave out.
 */
export function keepTokenFresh(app: sdk.FirebaseApp): void {
  const { _getProvider: providerOf } = sdk as unknown as Internals
  providerOf(app, 'auth-internal')
    .getImmediate()
    .addAuthTokenListener(() => undefined)
}

type Internals = {
  _getProvider: (app: sdk.FirebaseApp, name: 'auth-internal') => { getImmediate: () => InternalAuth }
}
type InternalAuth = { addAuthTokenListener: (listener: (token: string | null) => void) => void }
