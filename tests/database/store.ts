/** The promises of the whole store, on any engine. */
import { describeAccountStore } from './account-store'
import { describePasskeyStore } from './passkey-store'
import * as rooms from './rooms'
import { describeSessionStore } from './session-store'
import type { RunQuery } from './setup'

export function describeStore(askDirectly: RunQuery): void {
  describeSessionStore(askDirectly)
  describeAccountStore(askDirectly)
  describePasskeyStore()
  for (const { describeStore } of Object.values<rooms.StoreRoom>(rooms)) describeStore(askDirectly)
}
