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

/** The session a page was rendered for. */
export type WatchedSession = { config: PublicConfig; userId: string }

/**
 * A visible page that somebody uses is covered within ten seconds of its session ending: this pause, the grace period for
 * a renewal, and 1.5 s for responses. At most nine requests a minute. Once nobody touches it, it pauses for as long as
 * nobody has, and is covered within a minute.
 */
const pauseMs = 7_000
const maxPauseMs = 55_000
const pauseWhileCoveredMs = 5_000
const coveredAfterMs = 1_500

/** What tells that somebody uses a page, by whatever means. */
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focusin', 'input']

/**
 * Keeps a signed-in page in step with its session: renews early, leaves when it ends, and covers a page
 * restored by Back until its session is checked. Hidden pages don't poll. Returns the unsubscribe function.
 */
export function watchSession(kept: WatchedSession): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const backOff = createBackOff()
  let timer = 0
  let isLeaving = false
  /** On the clock of `performance.now()`. */
  let askedAt = performance.now()
  let touchedAt = askedAt

  async function ask(): Promise<void> {
    askedAt = performance.now()
    try {
      const state = await sessionState.refresh()
      if (signal.aborted || isPageLeaving()) return
      if (state && !state.signedIn) await revive()
      else if (state && !isOfAnother(kept, state)) revealPage()
      else stayCovered()
    } finally {
      if (!signal.aborted) askLater()
    }
  }

  /** Null while the last failure is too recent. */
  async function renew(): Promise<Renewal | null> {
    if (!backOff.isDue()) return null
    const renewal = await renewSession(kept.config)
    backOff.follow(renewal)
    return renewal
  }

  /** No session on the server. If it only expired, renewing it saves what was typed here. */
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
    if (state?.signedIn && !isOfAnother(kept, state)) return revealPage()
    leave(leaveToServer)
  }

  function onAnswer(): void {
    const state = sessionState.current()
    if (!state?.signedIn) return
    if (isOfAnother(kept, state)) leave(leaveToServer)
    else if (state.needsRenewal) void renewInTime()
  }

  /** The session survives a failure here; a later poll retries. */
  async function renewInTime(): Promise<void> {
    const renewal = await renew()
    if (renewal?.status === 'ended') await leaveRevoked(renewal.notice)
  }

  async function checkStoredUser(): Promise<void> {
    const user = await storedUser(kept.config)
    if (user?.status === 'absent' && isRevocation(user.code)) await leaveRevoked(noticeOf(user.code))
  }

  /** The provider revoked the user. If our server can't be reached, the page stays. */
  async function leaveRevoked(notice: LoginNotice): Promise<void> {
    if (signal.aborted || isLeaving || isPageLeaving()) return
    isLeaving = true
    isLeaving = await endRevoked(kept.config)
    if (isLeaving && !signal.aborted) leave(() => leaveToSignIn(notice))
  }

  function stayCovered(): void {
    if (isPageHidden()) coverPage('unknown')
  }

  /** Nothing is asked any more. */
  function leave(navigate: () => void): void {
    stopping.abort()
    navigate()
  }

  function askLater(): void {
    const untouchedMs = performance.now() - touchedAt
    askIn(isPageHidden() ? pauseWhileCoveredMs : Math.min(Math.max(pauseMs, untouchedMs), maxPauseMs))
  }

  function askIn(ms: number): void {
    clearTimeout(timer)
    timer = window.setTimeout(askIfSeen, ms)
  }

  /** After a longer pause: at once, or when it would have been without. */
  function onTouch(): void {
    const now = performance.now()
    const wasInUse = now - touchedAt <= pauseMs
    touchedAt = now
    if (!wasInUse && !isPageHidden()) askIn(Math.max(0, askedAt + pauseMs - now))
  }

  function askIfSeen(): void {
    if (document.visibilityState === 'visible') void ask()
  }

  function askAnew(): void {
    backOff.reset()
    askIfSeen()
  }

  function onReturn(): void {
    touchedAt = performance.now()
    askIfSeen()
  }

  const stopAnswers = sessionState.subscribe(onAnswer)
  const stopTabs = watchTabs((event) => {
    if (event !== 'signed-in') leave(() => leaveAfter(event))
  })
  const stopRevocations = watchRevocations((code) => void leaveRevoked(noticeOf(code)))
  // Opening the SDK reloads its user, which reveals a disabled account. Its code is cached by now.
  const stopIdle = whenIdle(() => void checkStoredUser())
  window.addEventListener('pagehide', hidePage, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && void ask(), { signal })
  window.addEventListener('online', askAnew, { signal })
  document.addEventListener('visibilitychange', onReturn, { signal })
  for (const touch of activityEvents)
    document.addEventListener(touch, onTouch, { signal, capture: true, passive: true })
  askLater()
  return () => {
    stopping.abort()
    stopAnswers()
    stopTabs()
    stopRevocations()
    stopIdle()
    clearTimeout(timer)
  }
}

function isOfAnother(kept: WatchedSession, state: SessionState): boolean {
  return state.signedIn && state.userId !== kept.userId
}
