import 'client-only'
/** Changing what signs somebody in: passwords, email links, and removing any way; a chunk that loads when somebody does. */
import { FirebaseError } from 'firebase/app'
import {
  type Auth,
  EmailAuthProvider,
  linkWithCredential,
  type User,
  unlink,
  updatePassword,
} from 'firebase/auth'
import { codeOf } from '@/lib/error-code'
import { asUser, setPassword } from './account'
import { linkedBy } from './linked'
import { type FreshToken, type Outcome, renewedToken } from './outcome'

/** Each returns a token from after the change; null if the provider gives none any more. */
export function wayInCalls(auth: Auth) {
  return {
    addPassword: (email: string, password: string): Promise<Outcome<FreshToken | null>> =>
      setPassword(auth, { email, password }, (user) => linkPassword(user, { email, password })),
    addEmailLink: (email: string, link: string) =>
      asUser(auth, async (user) => {
        const credential = EmailAuthProvider.credentialWithLink(email, link)
        return renewedToken(await linkedBy(user, credential.providerId, linkWithCredential(user, credential)))
      }),
    /** `last-way-in` if that is what remains by the provider's word, whatever this page has seen. */
    remove: (providerId: string, mayRemove: (linked: readonly string[]) => boolean) =>
      asUser(auth, async (user) => {
        await user.reload()
        if (!mayRemove(user.providerData.map((linked) => linked.providerId)))
          throw new FirebaseError('auth/last-way-in', providerId)
        const changed = await unlink(user, providerId)
        return renewedToken(changed)
      }),
  }
}

/** The emulator takes the account's own address for another's (S84): there it is set as a new one would be. */
async function linkPassword(user: User, { email, password }: { email: string; password: string }) {
  const credential = EmailAuthProvider.credential(email, password)
  try {
    await linkedBy(user, credential.providerId, linkWithCredential(user, credential))
  } catch (error) {
    if (codeOf(error) !== 'auth/email-already-in-use' || email !== user.email) throw error
    await updatePassword(user, password)
  }
}
