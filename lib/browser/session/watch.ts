import 'client-only'
import { isRevocation, type Revocation } from '@/lib/browser/identity/fault'
import { storedUser, watchRevocations } from '@/lib/browser/identity/identity'
import { whenIdle } from '@/lib/browser/idle'
import type { PublicConfig } from '@/lib/config/config'
import type { LoginNotice } from '@/lib/site/login-notice'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes } from '@/lib/site/routes'
import { coverPage, coverState } from './cover'
import { endSession, isPageLeaving } from './ending'
import { forgetFailures, noticeOf, renewWhenDue } from './renewal'
import { type SessionEvent, sessionState, watchTabs } from './session'

/**
 * How long a visible page waits between two polls. In use, it's covered within ten seconds of its session ending: this
 * pause, a second until it is noticed, and 1.5 s for a renewal. Untouched, it's covered within a minute.
 */
const pausesMs = { covered: 5_000, used: 7_000, untouched: 55_000 }
const coveredAfterMs = 1_500

const touches = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focusin', 'input']

/** Where a page leaves to after another tab has ended the session, which has cleared everything. */
const noticeAfter: Record<Exclude<SessionEvent, 'signed-in'>, LoginNotice> = {
  'signed-out': 'signed-out-elsewhere',
  ended: 'ended',
  deleted: 'deleted',
}

/**
 * Keeps a signed-in page in sync with the session it was rendered for: renews it early, leaves when it ends, and covers a
 * page restored by Back until its session is checked. Hidden pages don't poll. Returns the unsubscribe function.
 */
export function watchSession({ config, userId }: { config: PublicConfig; userId: string }): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  /** On the clock of `performance.now()`. */
  let polledAt = performance.now()
  let isTouched = false
  let isReviving = false

  async function poll(): Promise<void> {
    polledAt = performance.now()
    isTouched = false
    const state = await sessionState.refresh()
    if (!state && coverState.current() && !isOver()) coverPage('unknown')
  }

  /** Follows the server's responses, also to other parts of this page. */
  function follow(): void {
    const state = sessionState.current()
    if (!state || isOver()) return
    if (!state.signedIn) void revive()
    else if (state.userId !== userId) leave(null)
    else {
      coverPage(null)
      // A failure changes nothing; a later response retries.
      if (state.needsRenewal) void renewWhenDue(config)
    }
  }

  /** Renews after the server found no session: if it only expired, that saves what was typed here. */
  async function revive(): Promise<void> {
    if (isReviving) return
    isReviving = true
    const covering = setTimeout(() => coverPage('unknown'), coveredAfterMs)
    try {
      const renewal = await renewWhenDue(config)
      if (signal.aborted) return
      if (renewal?.status === 'renewed' && (await sessionState.refresh())?.signedIn) return
      if (renewal?.status === 'renewed' || renewal?.status === 'refused') {
        if (!isOver()) leave(null)
      } else coverPage('unknown')
    } finally {
      clearTimeout(covering)
      isReviving = false
    }
  }

  /** Opening the SDK reloads its user, which reveals a disabled account. */
  async function checkStoredUser(): Promise<void> {
    const user = await storedUser(config)
    if (user?.status === 'absent' && isRevocation(user.code)) await endRevoked(user.code)
  }

  /** Leaves after the provider revoked the user, whichever call it told. If our server can't be reached, the page stays. */
  async function endRevoked(code: Revocation): Promise<void> {
    if (isOver() || !(await endSession(config, 'ended')) || signal.aborted) return
    leave(noticeOf(code))
  }

  function isOver(): boolean {
    return signal.aborted || isPageLeaving()
  }

  /**
   * Leaves for the sign-in form, which shows the notice and leads back here. Without one, reloads: the server knows where to
   * send a visitor with another session. Covers first, as twenty tabs loading together take a while.
   */
  function leave(notice: LoginNotice | null): void {
    stop()
    coverPage(notice ? 'signed-out' : 'unchecked')
    const here = safeReturnPath(location.pathname + location.search)
    if (!notice) location.reload()
    else location.replace(notice === 'deleted' ? routes.accountDeleted : routes.loginThen(here, notice))
  }

  function pollIfVisible(): void {
    if (document.visibilityState === 'visible') void poll()
  }

  function pollIfDue(): void {
    const pauseMs = pausesMs[coverState.current() ? 'covered' : isTouched ? 'used' : 'untouched']
    if (performance.now() - polledAt >= pauseMs) pollIfVisible()
  }

  function onTouch(): void {
    isTouched = true
    pollIfDue()
  }

  function onOnline(): void {
    forgetFailures()
    pollIfVisible()
  }

  window.addEventListener('pagehide', () => coverPage('unchecked'), { signal })
  window.addEventListener('online', onOnline, { signal })
  document.addEventListener('visibilitychange', pollIfVisible, { signal })
  for (const type of touches)
    document.addEventListener(type, onTouch, { signal, capture: true, passive: true })
  const timer = setInterval(pollIfDue, 1_000)
  const stops = [
    sessionState.subscribe(follow),
    watchTabs((event) => event !== 'signed-in' && leave(noticeAfter[event])),
    watchRevocations((code) => void endRevoked(code)),
    // The SDK's code is cached by now.
    whenIdle(() => void checkStoredUser()),
  ]

  function stop(): void {
    stopping.abort()
    clearInterval(timer)
    for (const each of stops) each()
  }
  return stop
}
