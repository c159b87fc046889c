import 'client-only'
/** Changing what signs somebody in: passwords, email links, and removing any way; a chunk that loads when somebody does. */
import {
  type Auth,
  EmailAuthProvider,
  linkWithCredential,
  type User,
  unlink,
  updatePassword,
} from 'firebase/auth'
import { codeOf } from '@/lib/error-code'
import { setPassword, withUser } from './account'
import { linkedUser } from './linked'
import { type FreshToken, type Outcome, renewedToken } from './outcome'

/** Each returns a token from after the change; null if the provider gives none any more. */
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
    /** `last-way-in` if `mayRemove` says so of what is linked by the provider's word, whatever this page has seen. */
    remove: async (
      providerId: string,
      mayRemove: (linked: readonly string[]) => boolean,
    ): Promise<Outcome<FreshToken | null>> => {
      const linked = await withUser(auth, async (user) => {
        await reloadProviders(user)
        return user.providerData.map((provider) => provider.providerId)
      })
      if (linked.status === 'failed') return linked
      if (!mayRemove(linked.value)) return { status: 'failed', code: 'last-way-in' }
      return withUser(auth, async (user) => renewedToken(await unlink(user, providerId)))
    },
  }
}

/**
 * A reload of the SDK's adds what it finds to what it knows, so a way that was removed elsewhere would count on: the last
 * one could go, or one be refused that is no longer there. Emptied first.
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

/** The emulator takes the account's own address for another's (S84): there it is set as a new one would be. */
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
