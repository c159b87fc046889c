import 'client-only'
import { isRevocation } from '@/lib/browser/identity/fault'
import { forgetStoredUser, storedUser, watchRevocations } from '@/lib/browser/identity/identity'
import { whenIdle } from '@/lib/browser/idle'
import type { PublicConfig } from '@/lib/config/config'
import type { LoginNotice } from '@/lib/site/login-notice'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes, type SitePath } from '@/lib/site/routes'
import { noticeOf, renewSession } from './renewal'
import { type SessionState, sessionState } from './session'
import { endSession, isPageLeaving } from './sign-out'
import { type SessionEvent, watchTabs } from './tabs'

/** The session a page was rendered for. */
export type KeptSession = { config: PublicConfig; userId: string }

/**
 * A visible page is covered within ten seconds of its session ending: this pause, the grace period for a
 * renewal, and 1.5 s for responses. At most nine requests a minute per visible page.
 */
const pauseMs = 7_000
const pauseWhileCoveredMs = 5_000
const coveredAfterMs = 1_500

/** Why a page is covered; null while it isn't. */
export type Cover = 'unknown' | 'signed-out' | null

/**
 * Keeps a signed-in page in step with its session: renews early, leaves when it ends, and covers a page
 * restored by Back until its session is checked. Hidden pages don't poll. Returns the unsubscribe function.
 */
export function watchSession(kept: KeptSession, onCover: (cover: Cover) => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer = 0
  let isLeaving = false

  async function ask(): Promise<void> {
    const state = await sessionState.refresh()
    if (signal.aborted) return
    if (isPageLeaving()) return askLater()
    if (state && !state.signedIn) await revive()
    else if (state && !isOfAnother(kept, state)) reveal()
    else stayCovered()
    askLater()
  }

  /** No session on the server. If it only expired, renewing it saves what was typed here. */
  async function revive(): Promise<void> {
    const covering = setTimeout(() => cover('unknown'), coveredAfterMs)
    const renewal = await renewSession(kept.config).finally(() => clearTimeout(covering))
    if (signal.aborted || isPageLeaving()) return
    if (renewal.status === 'unreachable' || renewal.status === 'ended') cover('unknown')
    if (renewal.status === 'unreachable') return
    if (renewal.status === 'ended') return leaveWith(renewal.notice)
    const state = renewal.status === 'renewed' ? await sessionState.refresh() : null
    if (signal.aborted) return
    if (state?.signedIn && !isOfAnother(kept, state)) return reveal()
    leaveToServer()
  }

  function onAnswer(): void {
    const state = sessionState.current()
    if (!state?.signedIn) return
    if (isOfAnother(kept, state)) leaveToServer()
    else if (state.needsRenewal) void renewInTime()
  }

  /** The session survives a failure here; the next poll retries. */
  async function renewInTime(): Promise<void> {
    const renewal = await renewSession(kept.config)
    if (renewal.status === 'ended') await leaveWith(renewal.notice)
  }

  async function checkStoredUser(): Promise<void> {
    const user = await storedUser(kept.config)
    if (user?.status === 'absent' && isRevocation(user.code)) await leaveWith(noticeOf(user.code))
  }

  /** The provider revoked the user. If our server can't be reached, the page stays. */
  async function leaveWith(notice: LoginNotice): Promise<void> {
    if (signal.aborted || isLeaving || isPageLeaving()) return
    isLeaving = true
    isLeaving = await endSession(kept.config, 'ended')
    if (!isLeaving) return
    cover('signed-out')
    // The SDK keeps its user on some responses that mean revocation.
    await forgetStoredUser(kept.config)
    if (!signal.aborted) leaveTo(routes.loginThen(here(), notice))
  }

  function reveal(): void {
    delete document.documentElement.dataset.session
    onCover(null)
  }

  function stayCovered(): void {
    if (isHidden()) onCover('unknown')
  }

  function cover(why: Cover): void {
    hide()
    onCover(why)
  }

  /** Covers immediately: twenty tabs loading together take a while. Aborts pending navigation. */
  function leaveTo(path: SitePath): void {
    stopping.abort()
    cover('signed-out')
    location.replace(path)
  }

  /** Reloads, as the server knows where to send a visitor with a different session. */
  function leaveToServer(): void {
    stopping.abort()
    hide()
    location.reload()
  }

  function askLater(): void {
    clearTimeout(timer)
    timer = window.setTimeout(askIfSeen, isHidden() ? pauseWhileCoveredMs : pauseMs)
  }

  function askIfSeen(): void {
    if (document.visibilityState === 'visible') void ask()
  }

  const stopAnswers = sessionState.subscribe(onAnswer)
  const stopTabs = watchTabs((event) => {
    if (event !== 'signed-in') leaveTo(waysOut[event]())
  })
  const stopRevocations = watchRevocations((code) => void leaveWith(noticeOf(code)))
  // Opening the SDK reloads its user, which reveals a disabled account. Its code is cached by now.
  const stopIdle = whenIdle(() => void checkStoredUser())
  window.addEventListener('pagehide', hide, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && void ask(), { signal })
  window.addEventListener('online', askIfSeen, { signal })
  document.addEventListener('visibilitychange', askIfSeen, { signal })
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

function isOfAnother(kept: KeptSession, state: SessionState): boolean {
  return state.signedIn && state.userId !== kept.userId
}

/** Where a page goes when another tab ends its session. */
const waysOut: Record<Exclude<SessionEvent, 'signed-in'>, () => SitePath> = {
  'signed-out': () => routes.loginThen(here(), 'signed-out-elsewhere'),
  ended: () => routes.loginThen(here(), 'ended'),
  deleted: () => routes.accountDeleted,
}

/** Runs on pagehide, so Back never flashes the content of an ended session. */
function hide(): void {
  document.documentElement.dataset.session = 'unchecked'
}

function isHidden(): boolean {
  return document.documentElement.dataset.session === 'unchecked'
}

function here(): SitePath {
  return safeReturnPath(location.pathname + location.search)
}
