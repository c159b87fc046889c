'use client'
import { memo } from 'react'
import { WithAddresses } from '@/components/ui/email-address'
import { RelativeTime } from '@/components/ui/relative-time'
import type { NoteSummary } from '@/lib/notes/note'
import { describePreview } from '@/lib/notes/preview'
import { noteRoutes } from '@/lib/site/note-routes'
import styles from './row.module.css'

type Props = { note: NoteSummary; now: string; isCurrent?: boolean }

/** A note in the list: its heading, an excerpt or search match, and when it was saved. The whole row is a link. */
export const NoteItem = memo(function NoteRow({ note, now, isCurrent = false }: Props) {
  const { heading, excerpt } = describePreview(note)
  return (
    <li className={styles.row}>
      <h2 className={styles.name}>
        <a href={noteRoutes.note(note.id)} dir="auto" aria-current={isCurrent ? 'page' : undefined}>
          <WithAddresses text={heading} />
        </a>
      </h2>
      {note.match ? (
        <p className={styles.excerpt} dir="auto">
          <Highlighted {...note.match} />
        </p>
      ) : (
        excerpt !== '' && (
          <p className={styles.excerpt} dir="auto">
            <WithAddresses text={excerpt} />
          </p>
        )
      )}
      <p className={styles.facts}>
        {note.isPinned && <span className={styles.mark}>Pinned</span>}
        {note.isShared && <span className={styles.mark}>Shared</span>}
        <span>
          Saved <RelativeTime at={note.changedAt} now={now} />
        </span>
      </p>
    </li>
  )
})

/** A search match with its terms highlighted. */
function Highlighted({ text, marks }: NonNullable<NoteSummary['match']>) {
  return marks.map(([from, to], index) => {
    const before = text.slice(index === 0 ? 0 : marks[index - 1]?.[1], from)
    return (
      <span key={from}>
        <span>
          <WithAddresses text={before} />
        </span>
        <mark>
          <WithAddresses text={text.slice(from, to)} />
        </mark>
        <span>{index === marks.length - 1 && <WithAddresses text={text.slice(to)} />}</span>
      </span>
    )
  })
}
