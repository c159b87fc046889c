import visually from '@/components/ui/visually-hidden.module.css'
import { announceRoom, describeRoom, longestNote } from '@/lib/notes'
import styles from './notes.module.css'

/** `isKept`: whether this tab has all of the text, for a reload. */
type Props = { id: string; length: number; isKept: boolean }

const notKept = 'This browser can’t keep this text for you. Copy it before you reload or leave the page.'

/** How long the text may still get, once that matters. The numbers are read with the field, the rest is said by itself. */
export function NoteRoom({ id, length, isKept }: Props) {
  const isWrong = length > longestNote || !isKept
  return (
    <>
      <p id={id} className={isWrong ? `${styles.room} ${styles.over}` : styles.room}>
        {describeRoom(length)} {!isKept && notKept}
      </p>
      <p role="status" className={visually.hidden}>
        {announceRoom(length)} {!isKept && notKept}
      </p>
    </>
  )
}
