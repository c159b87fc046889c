/** What rooms add to pages of the core. */
import type { ReactNode } from 'react'
import type { ListedCredential, Person, ProviderAccount } from '@/lib/account'
import type { PublicConfig } from '@/lib/config/config'

/** Methods, so that a room's parameters may be narrower: it knows its own kind of credentials. */
export type PageRoom = {
  /** At the end of the page after a sign-in. */
  Hint?(props: { config: PublicConfig }): ReactNode
  /** Of the account page, for the room that keeps what people sign in with. */
  AccountSection?(props: {
    saved: readonly ListedCredential[]
    linked: readonly ProviderAccount[]
    person: Person
    isVerified: boolean
    config: PublicConfig
    now: string
  }): ReactNode
}

export * as passkeys from '../passkeys/pages'
