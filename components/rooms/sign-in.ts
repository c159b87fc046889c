/** The room that keeps what people sign in with, beside the sign-in form: at most one. */
import type { ReactNode } from 'react'
import type { SignInOutcome } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'

/** Null where it's not offered. Call `prepare` on the form's first interaction. */
export type UseCredential = (options: {
  config: PublicConfig
  onSignedIn: (outcome: SignInOutcome & { status: 'signed-in' }) => void
}) => { prepare: () => void; button: (lastUsed: LastUsedMark) => ReactNode } | null

/** Attributes and content that mark a button as the one used last. */
export type LastUsedMark = { className: string; describedBy: string | undefined; mark: ReactNode }

export { usePasskey } from '../passkeys/sign-in'
