/** The room that keeps what people sign in with, to the account's other parts: at most one. */
import type { ReactNode } from 'react'
import type { AccountOwner } from '@/lib/browser/account/owner'
import type { FactorChange } from '@/lib/browser/account/second-factors'
import type { Outcome } from '@/lib/browser/identity/firebase'
import type { PublicConfig } from '@/lib/config/config'

export type ConfirmButtonProps = {
  config: PublicConfig
  userId: string
  isBusy: boolean
  onSignedIn: () => void
}

export type CredentialRoom = {
  /** Confirms with a credential of the signed-in user. */
  ConfirmButton: (props: ConfirmButtonProps) => ReactNode
  /** Whether the user currently has one that works here. */
  hasUsable: (config: PublicConfig) => Promise<Outcome<boolean>>
  /** For a user who signed in with one. */
  removeAllSecondFactors: (owner: AccountOwner) => Promise<FactorChange>
}

export * as passkeys from '../passkeys/account'
