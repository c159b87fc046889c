/** The promises of the whole store, on any engine. */
import { describeAccountStore } from './account-store'
import { rooms } from './rooms'
import { describeSessionStore } from './session-store'
import type { RunQuery } from './setup'
import { describeUses } from './uses-store'
import { describeWrites } from './write-store'

export function describeStore(askDirectly: RunQuery): void {
  describeSessionStore(askDirectly)
  describeAccountStore(askDirectly)
  describeUses(askDirectly)
  describeWrites(askDirectly)
  for (const { describeStore } of rooms) describeStore(askDirectly)
}
