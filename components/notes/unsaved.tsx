'use client'
import { useEffect, useState } from 'react'
import message from '@/components/ui/message.module.css'
import { readDrafts } from '@/lib/browser/notes/drafts'
import { noteName } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/site/note-routes'

/** What was typed in this tab and isn't saved yet, to be gone on with. Known to the browser alone. */
export function UnsavedNotes({ userId }: { userId: string }) {
  const [drafts, setDrafts] = useState<{ id: string; name: string }[]>([])
  useEffect(() => {
    const kept = Object.entries(readDrafts(userId))
    setDrafts(kept.map(([id, draft]) => ({ id, name: noteName(draft) || 'Untitled' })))
  }, [userId])
  return drafts.map(({ id, name }) => (
    <p key={id} className={message.note}>
      Not saved yet:{' '}
      <a href={noteRoutes.note(id)}>
        <bdi>{name}</bdi>
      </a>
    </p>
  ))
}
