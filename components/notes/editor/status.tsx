'use client'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { RelativeTime } from '@/components/ui/relative-time'
import visually from '@/components/ui/visually-hidden.module.css'
import type { SaveState } from '@/lib/browser/notes/writing'
import { describeNoteProblem } from '@/lib/notes/limits'
import { routes } from '@/lib/site/routes'
import styles from './editor.module.css'
import type { Saving } from './saving'

/** `isStuck`: Cancel couldn't bring back what was saved before. */
type Props = { saving: Saving; isStuck: boolean }

/** How far saving has come. Heard only when that changes its kind, not at each save. */
export function SaveStatus({ saving, isStuck }: Props) {
  const { state, hasDropped, restart, takeBack } = saving
  const problem = describeObstacle(state, useOnline())
  const isGone = state.status === 'stopped' && state.reason === 'gone'
  const isSignedOut = state.status === 'stopped' && state.reason === 'signed-out'
  return (
    <div className={styles.status}>
      <p className={problem ? styles.problem : undefined} data-status={state.status}>
        {problem && isStuck && <span>Nothing was discarded. </span>}
        {problem ? <span>{problem}</span> : <Progress state={state} />}{' '}
        {isSignedOut && <a href={routes.loginThen(routes.app)}>Sign in again</a>}
      </p>
      <Announcement state={state} problem={problem} />
      {isGone && <Button onClick={restart}>Save as a new note</Button>}
      {hasDropped && (
        <p className={styles.dropped}>
          <span>Your version was discarded.</span> <Button onClick={takeBack}>Undo</Button>
        </p>
      )}
    </div>
  )
}

function Progress({ state }: { state: SaveState }) {
  if (state.status === 'saving' || state.status === 'unsaved') return <span>Saving…</span>
  if (state.status !== 'saved' || state.at === null) return <span>Saved as you type</span>
  return (
    <>
      <span>{state.isFromElsewhere ? updatedElsewhere : 'Saved'}</span> <RelativeTime at={state.at} />
    </>
  )
}

/** Once for each kind: what is being saved again and again is quiet. */
function Announcement({ state, problem }: { state: SaveState; problem: string | null }) {
  const kind = problem ?? describeKind(state)
  const [said, setSaid] = useState(kind ?? '')
  if (kind !== null && kind !== said) setSaid(kind)
  return (
    <p role="status" className={visually.hidden}>
      {said}
    </p>
  )
}

/** Null: not worth a word. */
function describeKind(state: SaveState): string | null {
  if (state.status !== 'saved' || state.at === null) return null
  return state.isFromElsewhere ? `${updatedElsewhere}.` : 'Saved.'
}

const updatedElsewhere = 'Updated from another tab or device'

function describeObstacle(state: SaveState, isOnline: boolean): string | null {
  if (state.status === 'refused') return `Not saved. ${describeNoteProblem(state.problem)}`
  if (state.status === 'conflict') return 'Not saved: this note was changed elsewhere.'
  if (state.status === 'stopped') return stops[state.reason]
  if (state.status !== 'waiting') return null
  if (state.reason === 'too-many-changes')
    return 'Not saved: too many changes in a short time. We’ll retry in a minute.'
  return isOnline
    ? 'Not saved: we couldn’t reach the server. We’ll retry.'
    : 'Not saved: you’re offline. We’ll retry.'
}

const stops = {
  gone: 'Not saved: this note was deleted elsewhere. Your text is still here.',
  'signed-out': 'Not saved: your session has ended. Your text is kept in this tab.',
  // The next person at this browser doesn't get it.
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
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
