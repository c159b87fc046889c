import 'client-only'
import { FirebaseError } from 'firebase/app'
import type { User, UserCredential } from 'firebase/auth'

/**
 * The user once a sign-in method is linked. If the account has a second factor, the provider asks for it, which the SDK
 * can't pass on: then the account's data tells whether the method is linked.
 */
export async function linkedUser(
  user: User,
  providerId: string,
  linking: Promise<UserCredential>,
): Promise<User> {
  try {
    return (await linking).user
  } catch (error) {
    if (!(error instanceof FirebaseError) || error.code !== 'auth/multi-factor-auth-required') throw error
    await user.reload()
    if (!user.providerData.some((linked) => linked.providerId === providerId)) throw error
    return user
  }
}
