import 'client-only'
import { FirebaseError } from 'firebase/app'
import type { User, UserCredential } from 'firebase/auth'

/**
 * The user once a way in is linked. Where the account has a second factor the provider answers with a question for it that
 * the SDK can't pass on: then the account itself says whether it is linked.
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
