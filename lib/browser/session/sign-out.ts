import 'client-only'
import { forgetLinkEmail } from '@/lib/browser/email-link/address'
import { forgetTyped } from '@/lib/browser/errors/chunk-reload'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { forgetStoredUser } from '@/lib/browser/identity/identity'
import { emptyIdentityStores } from '@/lib/browser/identity/stores'
import { forgetDrafts } from '@/lib/browser/notes/drafts'
import type { PublicConfig } from '@/lib/config/config'
import { inTurn } from './lock'
import { type TabNews, tellTabs } from './tabs'
import { closeSession } from './token-sync'

/** What to say to whoever could not be signed out. */
export const stillSignedIn =
  'You are still signed in: this site did not answer. Check your connection and try again.'

let isUnderWay = false

/** Whether this page is signing out by a press, and will lead on by itself: its end of the session is no news to it. */
export function isSigningOut(): boolean {
  return isUnderWay
}

/**
 * What a person does who signs out: ends the session on the server, tells the other tabs, and leaves nothing of them in this
 * browser. False if the server could not be told: then they are still signed in and have to know, and all is kept. What is to
 * end before, such as all other sessions, has to say that it has.
 */
export async function signOut(
  config: PublicConfig,
  endBefore: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  isUnderWay = true
  const isOver = () => {
    isUnderWay = false
  }
  // A page that Back brings again is not signing out any more.
  window.addEventListener('pagehide', isOver, { once: true })
  let isOut = false
  try {
    isOut = (await endBefore()) && (await inTurn(() => endSession(config, 'signed-out')))
  } finally {
    if (!isOut) isOver()
  }
  if (isOut) await forgetPerson(config)
  return isOut
}

/** Ends the session for a new sign-in of the same person, whose drafts wait for them. False as above. */
export async function endForNewSignIn(config: PublicConfig): Promise<boolean> {
  if (!(await inTurn(() => endSession(config, 'ended')))) return false
  await forgetUser(config)
  return true
}

/** Has the SDK forget who was signed in; what they typed stays. */
export function forgetUser(config: PublicConfig): Promise<void> {
  return evenIfStorageFails(() => forgetStoredUser(config))
}

/** Leaves nothing of whoever was signed in in this browser; its other tabs have been told (ASVS 14.3.1). */
export async function forgetPerson(config: PublicConfig): Promise<void> {
  forgetDrafts()
  forgetTyped()
  forgetLinkEmail()
  await forgetUser(config)
  await evenIfStorageFails(emptyIdentityStores)
}

/** Ends the session on the server and tells the other tabs; false if the server could not be told. */
export async function endSession(
  config: PublicConfig,
  news: Extract<TabNews, 'signed-out' | 'ended'>,
): Promise<boolean> {
  if (!(await closeSession(config.tokenSync))) return false
  tellTabs(news)
  return true
}

/**
 * Where the browser's storage fails (iOS loses the connection to it) the log is told, and the person goes on: our server has
 * signed them out.
 */
async function evenIfStorageFails(forget: () => Promise<void>): Promise<void> {
  try {
    await forget()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    await ifLoaded(import('@/lib/browser/errors/report'), ({ reportError }) => reportError(error))
  }
}
