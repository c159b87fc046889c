import 'client-only'
/** What this browser knows of its session. Its tabs share the session, and broadcast its changes. */
import { fetchJson, remoteValue } from '@/lib/browser/http/remote-value'
import { observable } from '@/lib/browser/observable'
import { forgetPersonal, openChannel, tryStorage } from '@/lib/browser/site-data'
import { hintAttribute, hintKey } from '@/lib/session/hint'
import { apiRoutes } from '@/lib/site/api-routes'

/** This browser's session as the server sees it. Scripts can't read the session cookie. */
export type SessionState =
  | { signedIn: false }
  /** `needsRenewal`: past half of the cookie's lifetime, so an open page renews it. */
  | { signedIn: true; userId: string; name: string | null; email: string | null; needsRenewal: boolean }

const remote = remoteValue(async () => parseSessionState(await fetchJson(apiRoutes.session)))

/** Whether this browser has a session. Updated by broadcasts from other tabs and after Back. */
export const sessionState = {
  ...remote,
  subscribe(listener: () => void): () => void {
    start()
    return remote.subscribe(listener)
  },
}

/** Calls the listener when this browser is signed in, here or in another tab. Returns the unsubscribe function. */
export function watchForSignIn(listener: () => void): () => void {
  return sessionState.subscribe(() => {
    if (sessionState.current()?.signedIn) listener()
  })
}

/** The messages; never a token, name or address. `signed-out`: by the user; `ended`: any other way, which keeps drafts. */
const sessionEvents = ['signed-in', 'signed-out', 'ended', 'deleted'] as const
export type SessionEvent = (typeof sessionEvents)[number]

/** Broadcasts to all other tabs. */
export function broadcast(event: SessionEvent): void {
  openTabChannel()
  channel?.postMessage(event)
}

/** Listens to other tabs; returns the unsubscribe function. */
export function watchTabs(listener: (event: SessionEvent) => void): () => void {
  start()
  return events.subscribe(listener)
}

/** Whether the user signed out or was deleted, which clears their data. */
export function isSignOut(event: SessionEvent): boolean {
  return event === 'signed-out' || event === 'deleted'
}

const events = observable<SessionEvent, null>(null)
let isStarted = false

/** One per page: a second would receive this page's own messages. */
let channel: ReturnType<typeof openChannel> = null

function start(): void {
  if (isStarted) return
  isStarted = true
  openTabChannel()
  // An open channel keeps a page out of the back/forward cache in some browsers.
  window.addEventListener('pagehide', closeTabChannel)
  window.addEventListener('pageshow', ({ persisted }) => {
    openTabChannel()
    if (persisted) void remote.refresh()
  })
  remote.subscribe(storeHint)
}

function openTabChannel(): void {
  channel ??= openChannel('foyer-session')
  if (channel) channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data)
}

function closeTabChannel(): void {
  channel?.close()
  channel = null
}

function hear(message: unknown): void {
  const event = sessionEvents.find((known) => known === message)
  if (!event) return
  // Sign-out clears the user's data in every tab (ASVS 14.3.1).
  if (isSignOut(event)) forgetPersonal()
  // Pages that leave hear of it first: the next line would have them renew the session.
  events.set(event)
  if (event === 'signed-in') void remote.refresh()
  else remote.publish({ signedIn: false })
}

/** Applies the hint to this page, and stores it for the first paint of others. */
function storeHint(): void {
  const isSignedIn = remote.current()?.signedIn === true
  document.documentElement.toggleAttribute(hintAttribute, isSignedIn)
  tryStorage(({ local }) => (isSignedIn ? local.setItem(hintKey, '1') : local.removeItem(hintKey)))
}

/** Rejects JSON from a proxy or captive portal: only our response has `signedIn`. */
function parseSessionState(json: unknown): SessionState | null {
  const isOurs = typeof json === 'object' && json !== null && 'signedIn' in json
  return isOurs ? (json as SessionState) : null
}
