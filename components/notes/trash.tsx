import button from '@/components/ui/button.module.css'
import { WithAddresses } from '@/components/ui/email-address'
import { RelativeTime } from '@/components/ui/relative-time'
import { describePreview, type TrashedNote } from '@/lib/notes/note'
import { noteRequests, noteRoutes } from '@/lib/notes/routes'
import styles from './list.module.css'

type Props = {
  trash: { notes: TrashedNote[]; count: number; next: string | null }
  userId: string
  /** ISO 8601. */
  now: string
}

/** Deleted notes, last deleted first. Its buttons are plain forms. */
export function TrashPanel({ trash: { notes, count, next }, userId, now }: Props) {
  if (count === 0) return <p>Notes you delete stay here for 30 days.</p>
  return (
    <section aria-label="Deleted notes" className={styles.notes}>
      <p>Notes stay here for 30 days. Until then, they count toward your storage.</p>
      <ul className={`box ${styles.list}`}>
        {notes.map((note) => (
          <li key={note.id} className={styles.row}>
            <h2 className={styles.name} id={note.id} dir="auto">
              <WithAddresses text={describePreview(note).heading} />
            </h2>
            <p className={styles.excerpt} dir="auto">
              <WithAddresses text={describePreview(note).excerpt} />
            </p>
            <p className={`row ${styles.facts}`}>
              <span>
                Deleted <RelativeTime at={note.deletedAt} now={now} />
              </span>
              <span>{daysLeft(note, now)}</span>
              {note.wasShared && <span>Restoring it turns its link back on</span>}
            </p>
            <div className={`row ${styles.actions}`}>
              <TrashButton userId={userId} id={note.id} what="restore">
                Restore
              </TrashButton>
              <TrashButton userId={userId} id={note.id} what="delete">
                Delete for good
              </TrashButton>
            </div>
          </li>
        ))}
      </ul>
      {next !== null && (
        <p className={styles.more}>
          <a className={button.quiet} href={noteRoutes.trash({ after: next })}>
            Show older
          </a>
        </p>
      )}
      <details className={styles.foot}>
        <summary>Empty the trash</summary>
        <p>{count === 1 ? 'This deletes the note for good.' : `This deletes all ${count} notes for good.`}</p>
        <TrashButton userId={userId} id="" what="empty">
          {count === 1 ? 'Delete it for good' : `Delete ${count} notes for good`}
        </TrashButton>
      </details>
    </section>
  )
}

type ButtonProps = {
  userId: string
  id: string
  what: 'restore' | 'delete' | 'empty'
  /** Where the note was deleted, the focus is on what takes that back. */
  autoFocus?: boolean
  children: string | string[]
}

export function TrashButton({ userId, id, what, autoFocus = false, children }: ButtonProps) {
  return (
    <form method="post" action={noteRequests.trash}>
      <input type="hidden" name="do" value={what} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="userId" value={userId} />
      <button
        type="submit"
        // biome-ignore lint/a11y/noAutofocus: its page answers a button that is gone
        autoFocus={autoFocus}
        className={what === 'restore' ? button.quiet : button.dangerQuiet}
        aria-describedby={id || undefined}
      >
        {children}
      </button>
    </form>
  )
}

function daysLeft({ leavesAt }: TrashedNote, now: string): string {
  const days = Math.max(1, Math.ceil((Date.parse(leavesAt) - Date.parse(now)) / (24 * 60 * 60 * 1000)))
  return days === 1 ? 'Gone within a day' : `${days} days left`
}
