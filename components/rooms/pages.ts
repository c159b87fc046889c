/** What rooms add to pages of the core. */
import type { ReactNode } from 'react'
import type { ListedCredential, Person, ProviderAccount } from '@/lib/account'
import type { PublicConfig } from '@/lib/config/config'

/** Their parameters may be narrower, as with a room's own kind of credentials: so they are methods. */
export type PageRoom = {
  /** Ends the first page after the sign-in. `authenticatedAt`: the last sign-in, seconds since 1970. */
  Hint?(props: { config: PublicConfig; userId: string; authenticatedAt: number }): ReactNode
  /** Of the account page, for the room that keeps what people sign in with. */
  AccountSection?(props: {
    saved: readonly ListedCredential[]
    linked: readonly ProviderAccount[]
    person: Person
    config: PublicConfig
    now: string
  }): ReactNode
}

export * as passkeys from '../passkeys/pages'
