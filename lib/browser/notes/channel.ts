import 'client-only'
import { openChannel } from '@/lib/browser/site-data'
import { type NoteId, parseNoteId } from '@/lib/notes/note'

/** `writing`: a note is being written there from now on. `saved`: it is another now. Never its text. */
type NoteEvent = { event: 'writing' | 'saved'; id: NoteId }

/** Tells other tabs of this browser what happens to a note here, and listens to them. */
export function createNoteChannel(listener: (event: NoteEvent) => void) {
  const stopping = new AbortController()
  let channel: ReturnType<typeof openChannel> = null
  const leave = () => {
    channel?.close()
    channel = null
  }
  const join = () => {
    channel ??= openChannel('foyer-notes')
    if (channel) channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data)
  }
  const hear = (data: unknown) => {
    if (typeof data !== 'object' || data === null || !('event' in data && 'id' in data)) return
    const id = parseNoteId(data.id)
    if (id && (data.event === 'writing' || data.event === 'saved')) listener({ event: data.event, id })
  }
  join()
  // An open channel keeps a page out of the back/forward cache in some browsers.
  window.addEventListener('pagehide', leave, stopping)
  window.addEventListener('pageshow', join, stopping)
  return {
    tell: (event: NoteEvent) => channel?.postMessage(event),
    stop(): void {
      stopping.abort()
      leave()
    },
  }
}
