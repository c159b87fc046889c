import 'client-only'
import { observable } from '@/lib/browser/observable'
import { forgetPersonal } from '@/lib/browser/storage'

/** The tabs of one browser share a session, and tell each other what happens to it. */

/**
 * What is told; never a token, a name or an address. `signed-out` is what a person has done; `ended` is a session that
 * somebody or something else has ended, which keeps what was typed.
 */
const sessionEvents = ['signed-in', 'signed-out', 'ended', 'deleted'] as const
export type SessionEvent = (typeof sessionEvents)[number]

/** Tells all other tabs; this one knows. */
export function broadcast(event: SessionEvent): void {
  openChannel()
  channel?.postMessage(event)
}

/** Tells what happens in other tabs; returns the way to stop. */
export function watchTabs(listener: (event: SessionEvent) => void): () => void {
  if (!isWatching) {
    isWatching = true
    openChannel()
    // A page with an open channel cannot be kept for Back in every browser.
    window.addEventListener('pagehide', closeChannel)
    window.addEventListener('pageshow', openChannel)
  }
  return events.subscribe(listener)
}

/** Whether the person has left, and not only their session. */
export function isSignOut(event: SessionEvent): boolean {
  return event === 'signed-out' || event === 'deleted'
}

const events = observable<SessionEvent, null>(null)
let isWatching = false

/** One a page, as a second one would hear what this page itself tells. */
let channel: BroadcastChannel | null = null

function openChannel(): void {
  if (channel) return
  channel = new BroadcastChannel('foyer-session')
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const event = sessionEvents.find((known) => known === data)
    if (!event) return
    // Nothing is left of whoever has signed out, in no tab (ASVS 14.3.1).
    if (isSignOut(event)) forgetPersonal()
    events.set(event)
  }
}

function closeChannel(): void {
  channel?.close()
  channel = null
}
