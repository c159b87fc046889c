import 'client-only'
import { freshToken, unreachableCodes } from '@/lib/browser/identity/identity'
import type { PublicConfig } from '@/lib/config/config'
import type { LoginNotice } from '@/lib/site/routes'
import { inTurn } from './lock'
import { sessionState } from './session'
import { watchTabs } from './tabs'
import { syncToken, type TokenSync } from './token-sync'

/**
 * What became of a renewal. `ended`: the identity provider wants no session for this user any more; `refused`:
 * our server does not; `absent`: this browser has no stored user, which alone says nothing about a session
 * that lives; `unreachable`: nobody answered, and nothing has changed.
 */
export type Renewal =
  | { status: 'renewed' | 'absent' | 'unreachable' }
  | { status: 'ended'; notice: LoginNotice }
  | { status: 'refused'; code: string }

/**
 * Renews the session with a token issued just now. One tab at a time does it, where the browser has locks;
 * whoever waited and finds the session renewed is done.
 */
export function renewSession(config: PublicConfig): Promise<Renewal> {
  running ??= inTurn((hasWaited) => renewOnce(config, hasWaited)).finally(() => {
    running = null
  })
  return running
}

let running: Promise<Renewal> | null = null

/** The notice for a verdict of the provider on the current user; null for any other code (spec section 4). */
export function noticeOfVerdict(code: string | null): LoginNotice | null {
  if (code === 'user-disabled') return 'disabled'
  return code === 'user-token-expired' ? 'ended' : null
}

/** A sign-out in another tab meanwhile wins: a token must not open again what a person has closed. */
async function renewOnce(config: PublicConfig, hasWaited: boolean): Promise<Renewal> {
  let isSignedOut = false
  const stop = watchTabs((news) => {
    if (news !== 'signed-in') isSignedOut = true
  })
  try {
    if (hasWaited && (await isRenewed())) return { status: 'renewed' }
    const outcome = await freshToken(config)
    if (outcome.status === 'failed') return describeFailure(outcome.code)
    if (isSignedOut) return { status: 'absent' }
    return describeSync(
      await syncToken({ token: outcome.value, settings: config.tokenSync, purpose: 'renewal' }),
    )
  } finally {
    stop()
  }
}

async function isRenewed(): Promise<boolean> {
  const state = await sessionState.refresh()
  return state?.signedIn === true && !state.needsRenewal
}

function describeFailure(code: string): Renewal {
  const notice = noticeOfVerdict(code)
  if (notice) return { status: 'ended', notice }
  return { status: unreachableCodes.includes(code) ? 'unreachable' : 'absent' }
}

function describeSync(sync: TokenSync): Renewal {
  if (sync.status === 'opened') return { status: 'renewed' }
  if (sync.status === 'refused') return { status: 'refused', code: sync.code }
  if (sync.status === 'too-old' || sync.status === 'too-large' || sync.status === 'off')
    return { status: 'refused', code: sync.status }
  return { status: 'unreachable' }
}
