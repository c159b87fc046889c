'use client'
import { useState, useSyncExternalStore } from 'react'
import { RelativeTime } from '@/components/ui/relative-time'
import visually from '@/components/ui/visually-hidden.module.css'
import { type NoteState, type SaveState, saveStatus } from '@/lib/browser/notes/autosave'
import { describeNoteProblem } from '@/lib/notes/limits'
import { routes, type SitePath } from '@/lib/site/routes'
import styles from './note.module.css'

type Props = { note: NoteState; now: string; returnPath: SitePath }

/** Whether the text is saved. Screen readers hear a status only when it changes, not with each save. */
export function SaveStatus({ note, now, returnPath }: Props) {
  const status = saveStatus(note)
  const problem = describeSaveError(status, useOnline())
  const isSignedOut = status.status === 'stopped' && status.reason === 'signed-out'
  return (
    <div className={styles.status}>
      <p className={problem ? styles.problem : undefined} data-status={status.status}>
        {problem ? <span>{problem}</span> : <Progress note={note} status={status} now={now} />}{' '}
        {isSignedOut && <a href={routes.loginThen(returnPath)}>Sign in again</a>}
      </p>
      <Announcement words={problem ?? describeAnnouncement(note, status)} />
    </div>
  )
}

type ProgressProps = { note: NoteState; status: SaveState; now: string }

function Progress({ note: { saved, notice }, status, now }: ProgressProps) {
  if (status.status === 'saving') return <span>Saving…</span>
  if (saved === null) return <span>Saved as you type</span>
  return (
    <>
      <span>{notice?.kind === 'updated' ? updatedElsewhere : 'Saved'}</span>{' '}
      <RelativeTime at={saved.changedAt} now={now} />
    </>
  )
}

/** Announces `words` when they change, but not the first ones; null leaves the last announcement. */
function Announcement({ words }: { words: string | null }) {
  const [{ last, announced }, set] = useState({ last: words, announced: '' })
  if (words !== null && words !== last) set({ last: words, announced: words })
  return (
    <p role="status" className={visually.hidden}>
      {announced}
    </p>
  )
}

function describeAnnouncement({ saved, notice }: NoteState, { status }: SaveState): string | null {
  if (status !== 'saved' || saved === null) return null
  return notice?.kind === 'updated' ? `${updatedElsewhere}.` : 'Saved.'
}

const updatedElsewhere = 'Updated from another tab or device'

function describeSaveError(status: SaveState, isOnline: boolean): string | null {
  if (status.status === 'refused') return `Not saved. ${describeNoteProblem(status.problem)}`
  if (status.status === 'stopped') return stoppedMessages[status.reason]
  if (status.status !== 'waiting') return null
  if (status.reason === 'too-many-changes')
    return 'Not saved: too many changes in a short time. We’ll retry in a minute.'
  return isOnline
    ? 'Not saved: we couldn’t reach the server. We’ll retry.'
    : 'Not saved: you’re offline. We’ll retry.'
}

const stoppedMessages = {
  'signed-out': 'Not saved: your session has ended. Your text is kept in this tab.',
  // The draft is not shown to the other account.
  'other-user': 'Not saved: another account is signed in now. Copy your text before you leave this page.',
} as const

function useOnline(): boolean {
  return useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  )
}

function watchNetwork(onChange: () => void): () => void {
  const stopping = new AbortController()
  window.addEventListener('online', onChange, stopping)
  window.addEventListener('offline', onChange, stopping)
  return () => stopping.abort()
}
