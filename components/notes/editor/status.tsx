'use client'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { RelativeTime } from '@/components/ui/relative-time'
import visually from '@/components/ui/visually-hidden.module.css'
import type { SaveState } from '@/lib/browser/notes/autosave'
import { describeNoteProblem } from '@/lib/notes/limits'
import { routes } from '@/lib/site/routes'
import styles from './editor.module.css'

/** How far saving has come. Heard only when it stops or goes on again, not at each save. */
export function SaveStatus({ state, onRestart }: { state: SaveState; onRestart: () => void }) {
  const isOnline = useOnline()
  const problem = describeObstacle(state, isOnline)
  return (
    <div className={styles.status}>
      <p className={problem ? styles.problem : undefined} data-status={state.status}>
        {problem ?? <Progress state={state} />}{' '}
        {state.status === 'stopped' && state.reason !== 'gone' && (
          <a href={routes.loginThen(routes.app)}>Sign in</a>
        )}
      </p>
      <p role="status" className={visually.hidden}>
        {problem}
      </p>
      {state.status === 'stopped' && state.reason === 'gone' && (
        <Button onClick={onRestart}>Save as a new note</Button>
      )}
    </div>
  )
}

function Progress({ state }: { state: SaveState }) {
  if (state.status === 'saving' || state.status === 'unsaved') return 'Saving…'
  if (state.status !== 'saved' || state.at === null) return 'Saved as you type'
  return (
    <>
      {state.isFromElsewhere ? 'Updated from another tab or device' : 'Saved'} <RelativeTime at={state.at} />
    </>
  )
}

function describeObstacle(state: SaveState, isOnline: boolean): string | null {
  if (state.status === 'refused') return `Not saved. ${describeNoteProblem(state.problem)}`
  if (state.status === 'conflict') return 'Not saved: this note was changed elsewhere.'
  if (state.status === 'stopped') return stops[state.reason]
  if (state.status !== 'waiting') return null
  if (state.reason === 'too-many-changes')
    return 'Not saved: too many changes in a short time. We’ll retry in a minute.'
  return isOnline
    ? 'Not saved: this site didn’t answer. We’ll retry.'
    : 'Not saved: you’re offline. We’ll retry.'
}

const stops = {
  gone: 'Not saved: this note was deleted elsewhere.',
  'signed-out': 'Not saved: your session has ended. Your text is kept in this tab.',
  'other-user': 'Not saved: another account is signed in now. Your text is kept in this tab.',
} as const

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(() => navigator.onLine)
  useEffect(() => {
    const update = () => setOnline(navigator.onLine)
    window.addEventListener('online', update)
    window.addEventListener('offline', update)
    return () => {
      window.removeEventListener('online', update)
      window.removeEventListener('offline', update)
    }
  }, [])
  return isOnline
}
