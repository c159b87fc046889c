'use client'
import visually from '@/components/ui/visually-hidden.module.css'
import { announceRoom, describeRoom } from '@/lib/notes/limits'
import type { NoteText } from '@/lib/notes/note'
import styles from './editor.module.css'

/** `isKept`: the whole text would survive a reload. */
type Props = { id: string; typed: NoteText; isKept: boolean }

const notKept = 'This browser can’t keep this text for you. Copy it before you reload or leave the page.'

/** How much room is left, once that matters. It describes the field; warnings are announced. */
export function Room({ id, typed, isKept }: Props) {
  const room = describeRoom(typed)
  return (
    <>
      <p id={id} className={room?.isOver || !isKept ? `${styles.room} ${styles.problem}` : styles.room}>
        {room?.words} {!isKept && notKept}
      </p>
      <p role="status" className={visually.hidden}>
        {announceRoom(typed)} {!isKept && notKept}
      </p>
    </>
  )
}
