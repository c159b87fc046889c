import type { CredentialRoom } from '@/components/rooms/account'
import * as rooms from '@/components/rooms/account'

/** What a room keeps for people to sign in with, such as passkeys; undefined without one. */
export const credential = Object.values<CredentialRoom>(rooms).at(0)
