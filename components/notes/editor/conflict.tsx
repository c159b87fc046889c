'use client'
import type { Change } from 'diff'
import { useEffect, useId, useState } from 'react'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import visually from '@/components/ui/visually-hidden.module.css'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { type NoteFailure, type StoredNote, saveNote } from '@/lib/browser/notes/notes'
import { longestTitle } from '@/lib/notes/limits'
import { type NoteText, newNoteId } from '@/lib/notes/note'
import styles from './editor.module.css'
import type { Saving } from './saving'

type Props = { theirs: StoredNote; saving: Saving; onClose: () => void }

/** Two have written: what differs, and what shall become of it. Until then both texts are kept. */
export function Conflict({ theirs, saving, onClose }: Props) {
  const { typed, config, userId, settle } = saving
  const titleId = useId()
  const { isBusy, problem, run } = useAction<NoteFailure>()

  const keepBoth = () =>
    run(async () => {
      const copy = { id: newNoteId(), title: nameCopy(typed), text: typed.text, base: null, userId }
      const outcome = await saveNote(config, copy)
      if (outcome.status !== 'saved' && outcome.status !== 'changed') return { problem: outcome }
      await settle(theirs, { title: theirs.title, text: theirs.text })
      onClose()
      return null
    })

  return (
    <section aria-labelledby={titleId} className={styles.conflict}>
      <h3 id={titleId}>This note was changed in another tab or on another device</h3>
      <p>Both texts are kept until you choose. What differs:</p>
      <Difference theirs={theirs} mine={typed} />
      {problem && (
        <p role="alert" className={styles.problem}>
          Not saved. Both texts are still here; please try again.
        </p>
      )}
      <div className={styles.actions}>
        <Button look="primary" isBusy={isBusy} onClick={keepBoth}>
          Keep both
        </Button>
        <Button isBusy={isBusy} onClick={() => settle(theirs, typed)}>
          Use mine
        </Button>
        <Button isBusy={isBusy} onClick={() => settle(theirs, { title: theirs.title, text: theirs.text })}>
          Use theirs
        </Button>
      </div>
    </section>
  )
}

/** From theirs to mine, marked by more than colour. */
function Difference({ theirs, mine }: { theirs: NoteText; mine: NoteText }) {
  const [changes, setChanges] = useState<Change[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    const [before, after] = [asOne(theirs), asOne(mine)]
    void ifLoaded(import('diff'), ({ diffLines, diffWordsWithSpace }) => {
      const found =
        diffWordsWithSpace(before, after, { timeout: longestDiffMs }) ??
        diffLines(before, after, { timeout: longestDiffMs })
      if (isCurrent) setChanges(found ?? [])
    })
    return () => {
      isCurrent = false
    }
  }, [theirs, mine])
  return (
    <>
      {changes && changes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section className={styles.difference} dir="auto" tabIndex={0} aria-label="What differs">
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that is replaced as a whole
            <Piece key={index} change={change} />
          ))}
        </section>
      )}
      <details>
        <summary>Their text</summary>
        <div className={styles.difference} dir="auto">
          {asOne(theirs)}
        </div>
      </details>
    </>
  )
}

function Piece({ change }: { change: Change }) {
  if (change.added)
    return (
      <ins>
        <span className={visually.hidden}>yours: </span>
        {change.value}
      </ins>
    )
  if (change.removed)
    return (
      <del>
        <span className={visually.hidden}>theirs: </span>
        {change.value}
      </del>
    )
  return <span>{change.value}</span>
}

const longestDiffMs = 300

function asOne({ title, text }: NoteText): string {
  return title === '' ? text : `${title}\n\n${text}`
}

function nameCopy({ title, text }: NoteText): string {
  const name = title.trim() || (text.trim().split('\n', 1)[0] ?? '')
  const mark = ' (my version)'
  return `${[...name]
    .slice(0, 80)
    .join('')
    .slice(0, longestTitle - mark.length)}${mark}`
}
