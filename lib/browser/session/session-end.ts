import 'client-only'
import { forgetPersonal, signOutsKey, tryStorage } from '@/lib/browser/site-data'
import type { PublicConfig } from '@/lib/config/config'
import { coverPage } from './cover'
import { hintSession } from './hint'
import { broadcast, type SessionEvent } from './tabs'
import { closeSession } from './token-sync'

/** Ends the session on the server and broadcasts it; false if the server couldn't be reached. */
export async function endSession(
  config: PublicConfig,
  event: Extract<SessionEvent, 'signed-out' | 'ended'>,
): Promise<boolean> {
  if (!(await closeSession(config.tokenSync))) return false
  if (event === 'signed-out') leave(event)
  else {
    hintSession(false)
    broadcast(event)
  }
  return true
}

/** Covers the page, and clears the user's data in all tabs, except the SDK's, which may take seconds. */
export function leave(event: 'signed-out' | 'deleted'): void {
  coverPage('signed-out')
  tryStorage(({ local }) => {
    const count = Number(local.getItem(signOutsKey)) + 1
    local.setItem(signOutsKey, String(count))
  })
  forgetPersonal()
  hintSession(false)
  broadcast(event)
}
