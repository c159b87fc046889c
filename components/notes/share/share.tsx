'use client'
import { Button } from '@/components/ui/button'
import type { PublicConfig } from '@/lib/config/config'
import type { Note } from '@/lib/notes/note'
import type { Share } from '@/lib/notes/share'

type Props = {
  note: Pick<Note, 'id' | 'title' | 'share'>
  config: PublicConfig
  onChange: (share: Share | null) => void
}

/** The link to a note. */
export function NoteShare({ note }: Props) {
  return <Button aria-pressed={note.share !== null}>Share</Button>
}
