import 'client-only'
import { isRevocation } from '@/lib/browser/identity/fault'
import { storedUser, watchRevocations } from '@/lib/browser/identity/identity'
import { whenIdle } from '@/lib/browser/idle'
import type { PublicConfig } from '@/lib/config/config'
import type { LoginNotice } from '@/lib/site/login-notice'
import { coverPage, hidePage, isPageHidden, revealPage } from './cover'
import { endRevoked, isPageLeaving, leaveAfter, leaveToServer, leaveToSignIn } from './ending'
import { createBackOff, noticeOf, type Renewal, renewSession } from './renewal'
import { type SessionState, sessionState } from './session'
import { watchTabs } from './tabs'

/** The session for which a page was rendered. */
type WatchedSession = { config: PublicConfig; userId: string }

/**
 * A page in use is covered within ten seconds of its session ending: this pause, the wait for a renewal, and 1.5 s for
 * responses. At most nine requests a minute. An idle page pauses for as long as it has been idle, and is covered within a
 * minute.
 */
const pauseMs = 7_000
const maxPauseMs = 55_000
const pauseWhileCoveredMs = 5_000
const coveredAfterMs = 1_500

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focusin', 'input']

/**
 * Keeps a signed-in page in sync with its session: renews it early, leaves when it ends, and covers a page restored by
 * Back until its session is checked. Hidden pages don't poll. Returns the unsubscribe function.
 */
export function watchSession(watched: WatchedSession): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const backOff = createBackOff()
  let timer = 0
  let isLeaving = false
  /** On the clock of `performance.now()`. */
  let polledAt = performance.now()
  let activeAt = polledAt

  async function poll(): Promise<void> {
    polledAt = performance.now()
    try {
      const state = await sessionState.refresh()
      if (signal.aborted || isPageLeaving()) return
      if (state && !state.signedIn) await revive()
      else if (state && !isOfAnother(watched, state)) revealPage()
      else stayCovered()
    } finally {
      if (!signal.aborted) scheduleNext()
    }
  }

  /** Null while the last failure is too recent. */
  async function renew(): Promise<Renewal | null> {
    if (!backOff.isDue()) return null
    const renewal = await renewSession(watched.config)
    backOff.follow(renewal)
    return renewal
  }

  /** Renews after the server found no session: if it only expired, that saves what was typed here. */
  async function revive(): Promise<void> {
    const covering = setTimeout(() => coverPage('unknown'), coveredAfterMs)
    const renewal = await renew().finally(() => clearTimeout(covering))
    if (signal.aborted || isPageLeaving()) return
    if (!renewal) return coverPage('unknown')
    if (renewal.status === 'unreachable' || renewal.status === 'ended') coverPage('unknown')
    if (renewal.status === 'unreachable') return
    if (renewal.status === 'ended') return leaveRevoked(renewal.notice)
    const state = renewal.status === 'renewed' ? await sessionState.refresh() : null
    if (signal.aborted) return
    if (state?.signedIn && !isOfAnother(watched, state)) return revealPage()
    leave(leaveToServer)
  }

  function onResponse(): void {
    const state = sessionState.current()
    if (!state?.signedIn) return
    if (isOfAnother(watched, state)) leave(leaveToServer)
    else if (state.needsRenewal) void renewInTime()
  }

  /** A failure changes nothing; a later poll retries. */
  async function renewInTime(): Promise<void> {
    const renewal = await renew()
    if (renewal?.status === 'ended') await leaveRevoked(renewal.notice)
  }

  async function checkStoredUser(): Promise<void> {
    const user = await storedUser(watched.config)
    if (user?.status === 'absent' && isRevocation(user.code)) await leaveRevoked(noticeOf(user.code))
  }

  /** Leaves after the provider revoked the user. If our server can't be reached, the page stays. */
  async function leaveRevoked(notice: LoginNotice): Promise<void> {
    if (signal.aborted || isLeaving || isPageLeaving()) return
    isLeaving = true
    isLeaving = await endRevoked(watched.config)
    if (isLeaving && !signal.aborted) leave(() => leaveToSignIn(notice))
  }

  function stayCovered(): void {
    if (isPageHidden()) coverPage('unknown')
  }

  function leave(navigate: () => void): void {
    stopping.abort()
    navigate()
  }

  function scheduleNext(): void {
    const idleMs = performance.now() - activeAt
    pollIn(isPageHidden() ? pauseWhileCoveredMs : Math.min(Math.max(pauseMs, idleMs), maxPauseMs))
  }

  function pollIn(ms: number): void {
    clearTimeout(timer)
    timer = window.setTimeout(pollIfVisible, ms)
  }

  /** Ends a longer pause: polls when a page in use would. */
  function onActivity(): void {
    const now = performance.now()
    const wasInUse = now - activeAt <= pauseMs
    activeAt = now
    if (!wasInUse && !isPageHidden()) pollIn(Math.max(0, polledAt + pauseMs - now))
  }

  function pollIfVisible(): void {
    if (document.visibilityState === 'visible') void poll()
  }

  function onOnline(): void {
    backOff.reset()
    pollIfVisible()
  }

  /** Polls again soon if there is no response: WebKit may lose a request that a restored page makes. */
  function onRestored(): void {
    void poll()
    pollIn(pauseWhileCoveredMs)
  }

  function onReturn(): void {
    activeAt = performance.now()
    pollIfVisible()
  }

  const stopResponses = sessionState.subscribe(onResponse)
  const stopTabs = watchTabs((event) => {
    if (event !== 'signed-in') leave(() => leaveAfter(event))
  })
  const stopRevocations = watchRevocations((code) => void leaveRevoked(noticeOf(code)))
  // Opening the SDK reloads its user, which reveals a disabled account. Its code is cached by now.
  const stopIdle = whenIdle(() => void checkStoredUser())
  window.addEventListener('pagehide', hidePage, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && onRestored(), { signal })
  window.addEventListener('online', onOnline, { signal })
  document.addEventListener('visibilitychange', onReturn, { signal })
  for (const type of activityEvents)
    document.addEventListener(type, onActivity, { signal, capture: true, passive: true })
  scheduleNext()
  return () => {
    stopping.abort()
    stopResponses()
    stopTabs()
    stopRevocations()
    stopIdle()
    clearTimeout(timer)
  }
}

function isOfAnother(watched: WatchedSession, state: SessionState): boolean {
  return state.signedIn && state.userId !== watched.userId
}
