import 'client-only'
import { openChannel } from '@/lib/browser/site-data'
import { type NoteId, parseNoteId } from '@/lib/notes/note'

/** `writing`: a tab has started to edit the note. `saved`: it has a new version. Never carries text. */
type NoteEvent = { event: 'writing' | 'saved'; id: NoteId }

/** Sends what happens to a note here to the browser's other tabs, and receives theirs. */
export function createNoteChannel(onEvent: (event: NoteEvent) => void) {
  const stopping = new AbortController()
  let channel: ReturnType<typeof openChannel> = null
  const disconnect = () => {
    channel?.close()
    channel = null
  }
  const connect = () => {
    channel ??= openChannel('foyer-notes')
    if (channel) channel.onmessage = ({ data }: MessageEvent<unknown>) => receive(data)
  }
  const receive = (data: unknown) => {
    if (typeof data !== 'object' || data === null || !('event' in data && 'id' in data)) return
    const id = parseNoteId(data.id)
    if (id && (data.event === 'writing' || data.event === 'saved')) onEvent({ event: data.event, id })
  }
  connect()
  // An open channel keeps a page out of the back/forward cache in some browsers.
  window.addEventListener('pagehide', disconnect, stopping)
  window.addEventListener('pageshow', connect, stopping)
  return {
    post: (event: NoteEvent) => channel?.postMessage(event),
    close(): void {
      stopping.abort()
      disconnect()
    },
  }
}
