import message from '@/components/ui/message.module.css'
import type { Drafts } from '@/lib/browser/notes/drafts'
import { noteName } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/site/note-routes'

/** Links to the notes that couldn't be saved and have a draft in this tab. */
export function UnsavedNotes({ drafts }: { drafts: Drafts }) {
  return Object.entries(drafts).map(([id, draft]) => (
    <p key={id} className={message.note}>
      Not saved yet:{' '}
      <a href={noteRoutes.note(id)}>
        <bdi>{noteName(draft) || 'Untitled'}</bdi>
      </a>
    </p>
  ))
}
