import 'client-only'
import {
  ActionCodeOperation,
  type Auth,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailLink,
} from 'firebase/auth'
import type { MailMode } from '@/lib/email-link'
import { withSecondFactor } from './challenge'
import { outcomeOf, tokenOfSignIn } from './outcome'

/**
 * What an emailed code does: `mode` is null if unknown, `email` is the address once the code is used, `previousEmail` the
 * one before if it changes.
 */
export type MailCode = { mode: MailMode | null; email: string | null; previousEmail: string | null }

/** Emails of the provider, and their codes. Reading a code doesn't consume it. `url` is where to continue. */
export function mailCalls(auth: Auth) {
  return {
    sendPasswordReset: (email: string, url: string) =>
      outcomeOf(sendPasswordResetEmail(auth, email, { url })),
    sendSignInLink: (email: string, url: string) =>
      outcomeOf(sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true })),
    signInByLink: (email: string, link: string) =>
      outcomeOf(withSecondFactor(auth, signInWithEmailLink(auth, email, link)).then(tokenOfSignIn)),
    readCode: (code: string) => outcomeOf(readCode(auth, code)),
    useCode: (code: string) => outcomeOf(applyActionCode(auth, code)),
    resetPassword: (code: string, password: string) => outcomeOf(confirmPasswordReset(auth, code, password)),
  }
}

const modes: Record<string, MailMode> = {
  [ActionCodeOperation.PASSWORD_RESET]: 'resetPassword',
  [ActionCodeOperation.VERIFY_EMAIL]: 'verifyEmail',
  [ActionCodeOperation.RECOVER_EMAIL]: 'recoverEmail',
  [ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL]: 'verifyAndChangeEmail',
}

async function readCode(auth: Auth, code: string): Promise<MailCode> {
  const { operation, data } = await checkActionCode(auth, code)
  return {
    mode: modes[operation] ?? null,
    email: data.email ?? null,
    previousEmail: data.previousEmail ?? null,
  }
}
