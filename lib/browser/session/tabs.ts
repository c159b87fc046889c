import 'client-only'
import { observable } from '@/lib/browser/observable'
import { forgetPersonal, openChannel } from '@/lib/browser/site-data'

/** Tabs of a browser share a session and broadcast its changes. */

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
  if (!isWatching) {
    isWatching = true
    openTabChannel()
    // An open channel keeps a page out of the back/forward cache in some browsers.
    window.addEventListener('pagehide', closeTabChannel)
    window.addEventListener('pageshow', openTabChannel)
  }
  return events.subscribe(listener)
}

/** Whether the user signed out or was deleted, which clears their data. */
export function isSignOut(event: SessionEvent): boolean {
  return event === 'signed-out' || event === 'deleted'
}

const events = observable<SessionEvent, null>(null)
let isWatching = false

/** One per page: a second would receive this page's own messages. */
let channel: ReturnType<typeof openChannel> = null

function openTabChannel(): void {
  if (channel) return
  channel = openChannel('foyer-session')
  if (!channel) return
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const event = sessionEvents.find((known) => known === data)
    if (!event) return
    // Sign-out clears the user's data in every tab (ASVS 14.3.1).
    if (isSignOut(event)) forgetPersonal()
    events.set(event)
  }
}

function closeTabChannel(): void {
  channel?.close()
  channel = null
}
