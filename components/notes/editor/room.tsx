'use client'
import visually from '@/components/ui/visually-hidden.module.css'
import { announceRoom, type Room as RoomLeft } from '@/lib/notes/limits'
import styles from './editor.module.css'

/** `isKept`: the whole text would survive a reload. */
type Props = { id: string; room: RoomLeft | null; isKept: boolean }

const notKept = 'This browser can’t keep this text for you. Copy it before you reload or leave the page.'

/** How much room is left, once that matters. It describes the field; warnings are announced. */
export function Room({ id, room, isKept }: Props) {
  const warning = isKept ? null : notKept
  return (
    <>
      <p id={id} className={room?.isOver || warning ? `${styles.room} ${styles.problem}` : styles.room}>
        {[room?.words, warning].filter(Boolean).join(' ')}
      </p>
      <p role="status" className={visually.hidden}>
        {[announceRoom(room), warning].filter(Boolean).join(' ')}
      </p>
    </>
  )
}
