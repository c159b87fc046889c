'use client'
import message from '@/components/ui/message.module.css'
import prose from '@/components/ui/prose.module.css'
import type { NoteState } from '@/lib/browser/notes/note-state'
import { noteRoutes } from '@/lib/site/note-routes'
import { routes } from '@/lib/site/routes'

/** Says that the note was deleted elsewhere, has been restored by an edit, or is now a copy. */
export function NoteNotice({ note: { notice }, isGone }: { note: NoteState; isGone: boolean }) {
  return (
    <div role="status">
      {isGone && (
        <p className={message.note}>
          This note was deleted on another device. It’s in <a href={noteRoutes.trash()}>the trash</a>.
        </p>
      )}
      {notice?.kind === 'returned' && (
        <p className={message.note}>This note was deleted elsewhere. Your changes have brought it back.</p>
      )}
      {notice?.kind === 'copied' && (
        <p className={message.note}>
          The note was changed elsewhere while you wrote. Both are kept: yours is this copy,{' '}
          <a href={noteRoutes.note(notice.original.id)}>the other is where it was</a>.
        </p>
      )}
    </div>
  )
}

export function NoteMissing() {
  return (
    <article>
      <h1>There’s no note here</h1>
      <p className={prose.lead}>It may have been deleted, or belong to another account.</p>
      <p>
        Look in <a href={noteRoutes.trash()}>the trash</a> or go to <a href={routes.app}>your notes</a>.
      </p>
    </article>
  )
}
