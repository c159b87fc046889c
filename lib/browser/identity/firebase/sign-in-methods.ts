import 'client-only'
/** Adds passwords and sign-in links, and removes sign-in methods; a chunk of its own, loaded when needed. */
import { FirebaseError } from 'firebase/app'
import {
  type Auth,
  EmailAuthProvider,
  linkWithCredential,
  type User,
  type UserCredential,
  unlink,
  updatePassword,
} from 'firebase/auth'
import { codeOf } from '@/lib/error-code'
import { setPassword, withUser } from './account'
import { type FreshToken, type Outcome, renewedToken } from './outcome'

/** Each returns a token from after the change, or null if the provider issues none. */
export function signInMethodCalls(auth: Auth) {
  return {
    addPassword: (email: string, password: string): Promise<Outcome<FreshToken | null>> =>
      setPassword(auth, { email, password }, (user) => linkPassword(user, { email, password })),
    addEmailLink: (email: string, link: string) =>
      withUser(auth, async (user) => {
        await reloadProviders(user)
        const credential = EmailAuthProvider.credentialWithLink(email, link)
        return renewedToken(
          await linkedUser(user, credential.providerId, linkWithCredential(user, credential)),
        )
      }),
    /** `last-sign-in-method` if `mayRemove` refuses. It gets what is linked now, which may differ from what the page shows. */
    remove: async (
      providerId: string,
      mayRemove: (linked: readonly string[]) => boolean,
    ): Promise<Outcome<FreshToken | null>> => {
      const linked = await withUser(auth, async (user) => {
        await reloadProviders(user)
        return user.providerData.map((provider) => provider.providerId)
      })
      if (linked.status === 'failed') return linked
      if (!mayRemove(linked.value)) return { status: 'failed', code: 'last-sign-in-method' }
      return withUser(auth, async (user) => renewedToken(await unlink(user, providerId)))
    },
  }
}

/**
 * Empties the SDK's list of linked providers before reloading, as a reload only adds to it: a method removed elsewhere
 * would still count, so the last one could be removed.
 */
async function reloadProviders(user: User): Promise<void> {
  const known = user.providerData.splice(0)
  try {
    await user.reload()
  } catch (error) {
    user.providerData.push(...known)
    throw error
  }
}

/** The emulator refuses to link the account's own address (S84), so there the password is set like a new one. */
async function linkPassword(user: User, { email, password }: { email: string; password: string }) {
  await reloadProviders(user)
  const credential = EmailAuthProvider.credential(email, password)
  try {
    await linkedUser(user, credential.providerId, linkWithCredential(user, credential))
  } catch (error) {
    if (codeOf(error) !== 'auth/email-already-in-use' || email !== user.email) throw error
    await updatePassword(user, password)
  }
}

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
