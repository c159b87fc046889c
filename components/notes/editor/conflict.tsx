'use client'
import { type Ref, useId, useState } from 'react'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { RelativeTime } from '@/components/ui/relative-time'
import { type NoteFailure, type StoredNote, saveNote } from '@/lib/browser/notes/notes'
import type { PublicConfig } from '@/lib/config/config'
import { longestTitle, noteProblem } from '@/lib/notes/limits'
import { type NoteText, newNoteId, noteName } from '@/lib/notes/note'
import { NoteFailureMessage, unexpectedFailure } from '../failure'
import styles from './conflict.module.css'
import { Differences } from './differences'
import type { Saving } from './saving'
import { WholeText } from './whole-text'

type Props = {
  heading: Ref<HTMLHeadingElement>
  theirs: StoredNote
  saving: Saving
  write: { config: PublicConfig; userId: string }
  onSaved: (note: StoredNote) => void
  onClose: () => void
}

/** Two have written: what differs, and what shall become of it. Until then both texts are kept. */
export function Conflict({ heading, theirs, saving, write, onSaved, onClose }: Props) {
  const { typed, chooseMine, chooseTheirs } = saving
  const titleId = useId()
  const { isBusy, problem, run } = useAction<NoteFailure>(unexpectedFailure)
  // The same for each try, so that a lost answer makes no second copy.
  const [copyId] = useState(newNoteId)

  const keepBoth = () =>
    run(async () => {
      const refusal = noteProblem(typed)
      if (refusal) return { problem: { status: 'refused', problem: refusal, retryAfterSeconds: null } }
      const copy = { id: copyId, title: nameCopy(typed), text: typed.text, userId: write.userId }
      const first = await saveNote(write.config, { ...copy, base: null })
      // An earlier try was stored after all, and more has been typed since.
      const isOlder = first.status === 'changed'
      const outcome = isOlder ? await saveNote(write.config, { ...copy, base: first.note.version }) : first
      if (outcome.status !== 'saved') return { problem: asFailure(outcome) }
      onSaved(outcome.note)
      onSaved(theirs)
      chooseTheirs(theirs)
      onClose()
      return null
    })

  return (
    <section aria-labelledby={titleId} className={styles.conflict}>
      <h2 id={titleId} ref={heading} tabIndex={-1}>
        This note was changed in another tab or on another device
      </h2>
      <p role="alert">
        The other version was saved <RelativeTime at={theirs.changedAt} />. This one isn’t saved yet. Both are
        kept until you choose.
      </p>
      <Differences theirs={theirs} mine={typed} />
      <div className={styles.whole}>
        <WholeText name="Other version" written={theirs} />
        <WholeText name="This version" written={typed} />
      </div>
      {problem && <NoteFailureMessage what="Not saved." failure={problem} />}
      <div className={styles.actions}>
        <Button look="primary" isBusy={isBusy} onClick={keepBoth}>
          Keep both
        </Button>
        <Button isBusy={isBusy} onClick={() => chooseMine(theirs)}>
          Use this version
        </Button>
        <Button isBusy={isBusy} onClick={() => chooseTheirs(theirs)}>
          Use other version
        </Button>
      </div>
    </section>
  )
}

function asFailure(outcome: Exclude<Awaited<ReturnType<typeof saveNote>>, { status: 'saved' }>): NoteFailure {
  return outcome.status === 'changed' ? { status: 'unreachable' } : outcome
}

/** A title that has no room for the mark stays as it is. */
function nameCopy(written: NoteText): string {
  const marked = `${written.title.trim() || noteName(written)} (copy)`
  return marked.length > longestTitle ? written.title : marked
}
