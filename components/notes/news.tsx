'use client'
import message from '@/components/ui/message.module.css'
import type { NoteState } from '@/lib/browser/notes/store'
import { noteRoutes } from '@/lib/site/note-routes'

/** What became of the note elsewhere, where that is more than another text. */
export function NoteNews({ note: { news }, isGone }: { note: NoteState; isGone: boolean }) {
  return (
    <div role="status">
      {isGone && (
        <p className={message.note}>
          This note was deleted on another device. It’s in <a href={noteRoutes.trash()}>the trash</a>.
        </p>
      )}
      {news?.kind === 'returned' && (
        <p className={message.note}>This note was deleted elsewhere. Your changes have brought it back.</p>
      )}
      {news?.kind === 'copied' && (
        <p className={message.note}>
          The note was changed elsewhere while you wrote. Both are kept: yours is this copy,{' '}
          <a href={noteRoutes.note(news.original.id)}>the other is where it was</a>.
        </p>
      )}
    </div>
  )
}
