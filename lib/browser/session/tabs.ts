import 'client-only'

/**
 * What the tabs of this site tell each other: that something happened, never a token, a name or a mail. `signed-out` is what a
 * person has done here; `ended` a session that somebody or something else has ended, which keeps what was typed.
 */
const allNews = ['signed-in', 'signed-out', 'ended', 'deleted'] as const
export type TabNews = (typeof allNews)[number]

/** Tells all other tabs; this one knows already. */
export function tellTabs(news: TabNews): void {
  const wasOpen = channel !== null
  openChannel()
  channel?.postMessage(news)
  if (!wasOpen) closeChannel()
}

/** Listens to the other tabs; returns the way to stop. A browser without BroadcastChannel hears nothing. */
export function watchTabs(listener: (news: TabNews) => void): () => void {
  if (listeners.size === 0) {
    openChannel()
    // A page with an open channel cannot be kept for Back in every browser.
    window.addEventListener('pagehide', closeChannel)
    window.addEventListener('pageshow', openChannel)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('pagehide', closeChannel)
    window.removeEventListener('pageshow', openChannel)
    closeChannel()
  }
}

const listeners = new Set<(news: TabNews) => void>()

/** One a page, as a second one would hear what this page itself tells. */
let channel: BroadcastChannel | null = null

function openChannel(): void {
  if (channel || !('BroadcastChannel' in window)) return
  channel = new BroadcastChannel('foyer-session')
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const news = allNews.find((known) => known === data)
    if (news) for (const listener of [...listeners]) listener(news)
  }
}

function closeChannel(): void {
  channel?.close()
  channel = null
}
