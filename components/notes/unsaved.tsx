'use client'
import { useEffect, useState } from 'react'
import message from '@/components/ui/message.module.css'
import { readDrafts } from '@/lib/browser/notes/drafts'
import { noteName } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/site/note-routes'

/** Links to the notes with a draft in this tab. */
export function UnsavedNotes({ userId }: { userId: string }) {
  const [drafts, setDrafts] = useState<{ id: string; name: string }[]>([])
  useEffect(() => {
    const stored = Object.entries(readDrafts(userId))
    setDrafts(stored.map(([id, draft]) => ({ id, name: noteName(draft) || 'Untitled' })))
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
