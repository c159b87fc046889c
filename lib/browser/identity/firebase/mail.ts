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
import { type FreshToken, type Outcome, outcomeOf, tokenOf } from './outcome'

/**
 * What an emailed code does: `email` is the address once it's used, `previousEmail` the one before, if it
 * changes.
 */
export type MailCode = { operation: MailOperation; email: string | null; previousEmail: string | null }
export type MailOperation = 'reset-password' | 'verify-email' | 'recover-email' | 'change-email' | 'other'

/** Emails the provider sends, and their codes. Reading a code doesn't consume it. */
export type MailCalls = {
  sendPasswordReset: (email: string, continueTo: string) => Promise<Outcome<void>>
  sendSignInLink: (email: string, continueTo: string) => Promise<Outcome<void>>
  signInByLink: (email: string, link: string) => Promise<Outcome<FreshToken>>
  readCode: (code: string) => Promise<Outcome<MailCode>>
  useCode: (code: string) => Promise<Outcome<void>>
  resetPassword: (code: string, password: string) => Promise<Outcome<void>>
}

export function mailCalls(auth: Auth): MailCalls {
  return {
    sendPasswordReset: (email, url) => outcomeOf(sendPasswordResetEmail(auth, email, { url })),
    sendSignInLink: (email, url) =>
      outcomeOf(sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true })),
    signInByLink: (email, link) =>
      outcomeOf(signInWithEmailLink(auth, email, link).then(({ user }) => tokenOf(user))),
    readCode: (code) => outcomeOf(readCode(auth, code)),
    useCode: (code) => outcomeOf(applyActionCode(auth, code)),
    resetPassword: (code, password) => outcomeOf(confirmPasswordReset(auth, code, password)),
  }
}

const operations: Record<string, MailOperation> = {
  [ActionCodeOperation.PASSWORD_RESET]: 'reset-password',
  [ActionCodeOperation.VERIFY_EMAIL]: 'verify-email',
  [ActionCodeOperation.RECOVER_EMAIL]: 'recover-email',
  [ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL]: 'change-email',
}

async function readCode(auth: Auth, code: string): Promise<MailCode> {
  const { operation, data } = await checkActionCode(auth, code)
  return {
    operation: operations[operation] ?? 'other',
    email: data.email ?? null,
    previousEmail: data.previousEmail ?? null,
  }
}
