import 'client-only'
import type { PublicConfig } from '../config'
import { safeReturnPath } from '../return-path'
import { type LoginNotice, routes, type SitePath } from '../routes'
import { dropDrafts } from './drafts'
import { endSession, storedUser, watchDroppedUser } from './identity'
import { type SessionState, sessionState } from './session'
import { noticeOfVerdict, renewSession } from './session-renewal'
import { watchTabs } from './tabs'

/** The session a page was drawn for. */
export type KeptSession = { config: PublicConfig; userId: string }

const shortestPauseMs = 30_000
const longestPauseMs = 10 * 60_000
const pauseWhileHiddenMs = 5_000

/** Why a page is covered; null while it shows what it holds. */
export type Cover = 'unknown' | 'signed-out' | null

/**
 * Keeps a signed-in page true to its session: renews it in time, leaves when it has ended, and covers a page
 * that Back brought until its session is known. `onCover` hears what to tell on a covered page. Returns the
 * way to stop.
 */
export function watchSession(kept: KeptSession, onCover: (cover: Cover) => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let askedAt = Date.now()
  let timer = 0
  let isLeaving = false

  async function ask(): Promise<void> {
    askedAt = Date.now()
    const state = await sessionState.refresh()
    if (signal.aborted) return
    if (state && !state.signedIn) await revive()
    else if (state && !isOfAnother(kept, state)) reveal()
    else stayCovered()
    askLater()
  }

  /** The server knows no session. It may only have run out: what is typed here survives if it can be renewed. */
  async function revive(): Promise<void> {
    const renewal = await renewSession(kept.config)
    if (signal.aborted) return
    if (renewal.status === 'unreachable') return stayCovered()
    if (renewal.status === 'ended') return leaveWith(renewal.notice)
    const state = renewal.status === 'renewed' ? await sessionState.refresh() : null
    if (state?.signedIn && !isOfAnother(kept, state)) return reveal()
    leaveToServer()
  }

  function heedAnswer(): void {
    const state = sessionState.current()
    if (!state?.signedIn) return
    if (isOfAnother(kept, state)) leaveToServer()
    else if (state.needsRenewal) void renewInTime()
  }

  /** The session lives on if this fails; the next question tries again. */
  async function renewInTime(): Promise<void> {
    const renewal = await renewSession(kept.config)
    if (renewal.status === 'ended' && !signal.aborted) await leaveWith(renewal.notice)
  }

  async function heedProvider(): Promise<void> {
    const user = await storedUser(kept.config)
    if (user?.status === 'absent') await heedVerdict(user.code)
  }

  async function heedVerdict(code: string | null): Promise<void> {
    const notice = noticeOfVerdict(code)
    if (notice && !signal.aborted) await leaveWith(notice)
  }

  /** The provider has ended what the session stands on. If our server cannot be told, the page stays. */
  async function leaveWith(notice: LoginNotice): Promise<void> {
    if (isLeaving) return
    isLeaving = true
    if (await endSession(kept.config)) leaveTo(routes.loginThen(here(), notice))
    else isLeaving = false
  }

  function reveal(): void {
    delete document.documentElement.dataset.session
    onCover(null)
  }

  function stayCovered(): void {
    if (isHidden()) onCover('unknown')
  }

  /** Covers at once, as twenty tabs that load a page at the same time take a while. */
  function leaveTo(path: SitePath): void {
    hide()
    onCover('signed-out')
    location.replace(path)
  }

  function askLater(): void {
    clearTimeout(timer)
    timer = window.setTimeout(askIfSeen, pauseMs(sessionState.current()))
  }

  function askIfSeen(): void {
    if (document.visibilityState === 'visible') void ask()
  }

  const stopAnswers = sessionState.subscribe(heedAnswer)
  const stopNews = watchTabs((news) => {
    if (news === 'signed-in') return
    dropDrafts()
    leaveTo(news === 'deleted' ? routes.accountDeleted : routes.loginThen(here(), 'signed-out-elsewhere'))
  })
  const stopDrops = watchDroppedUser((code) => void heedVerdict(code))
  const stopIdle = whenIdle(() => void heedProvider())
  window.addEventListener('pagehide', hide, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && void ask(), { signal })
  window.addEventListener('online', askIfSeen, { signal })
  const askOnReturn = () => (isHidden() || Date.now() - askedAt > shortestPauseMs) && askIfSeen()
  document.addEventListener('visibilitychange', askOnReturn, { signal })
  askLater()
  return () => {
    stopping.abort()
    stopAnswers()
    stopNews()
    stopDrops()
    stopIdle()
    clearTimeout(timer)
  }
}

function isOfAnother(kept: KeptSession, state: SessionState): boolean {
  return state.signedIn && state.userId !== null && state.userId !== kept.userId
}

/** Every quarter of what is left, so that half of a session's life never passes unseen. */
function pauseMs(state: SessionState | null): number {
  if (isHidden()) return pauseWhileHiddenMs
  if (!state?.signedIn || state.expiresAt === null) return longestPauseMs
  const leftMs = state.expiresAt * 1000 - Date.now()
  return Math.min(Math.max(leftMs / 4, shortestPauseMs), longestPauseMs)
}

/** Done when the page is left, so that Back never shows for a moment what has ended since. */
function hide(): void {
  document.documentElement.dataset.session = 'unchecked'
}

function isHidden(): boolean {
  return document.documentElement.dataset.session === 'unchecked'
}

/** The server knows where a visitor belongs whose session is not the one of this page. */
function leaveToServer(): void {
  hide()
  location.reload()
}

function here(): SitePath {
  return safeReturnPath(location.pathname + location.search)
}

/** Safari has no idle callback. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1_000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: 5_000 })
  return () => cancelIdleCallback(request)
}
