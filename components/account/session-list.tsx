'use client'
import { useEffect, useRef, useState } from 'react'
import { useUnsavedWarning } from '@/components/session/unsaved-warning'
import { leaveFor, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import {
  endAllSessions,
  endOneSession,
  endOtherSessions,
  watchOthersEnd,
} from '@/lib/browser/account/sessions'
import { signOut } from '@/lib/browser/session/sign-out'
import type { PublicConfig } from '@/lib/config/config'
import type { ListedSession } from '@/lib/session/token'
import { routes } from '@/lib/site/routes'
import styles from './session-list.module.css'

type Props = { sessions: ListedSession[]; config: PublicConfig }

const unreachable = { problem: 'Nothing was changed: this site did not answer. Please try again.' }

/** Where the visitor is signed in, and how to end one session, all others, or all. */
export function SessionList({ sessions, config }: Props) {
  const { mayLoseDrafts, dialog } = useUnsavedWarning()
  const [shown, setShown] = useState(sessions)
  const { isBusy, problem, done, run } = useAction<string>()
  const messageLine = useRef<HTMLParagraphElement>(null)

  useEffect(() => watchOthersEnd(() => setShown((all) => all.filter(({ isThis }) => isThis))), [])

  async function endOne({ id, name }: ListedSession) {
    if (!(await endOneSession(config, id))) return unreachable
    setShown((all) => all.filter((session) => session.id !== id))
    return announce(`${name} is signed out.`)
  }

  async function endOthers() {
    return (await endOtherSessions(config)) ? announce('All others are signed out.') : unreachable
  }

  async function endAll() {
    const haveEnded = await signOut(config, () => endAllSessions(config))
    return haveEnded ? leaveFor(routes.home) : unreachable
  }

  async function endEverywhere() {
    if (await mayLoseDrafts()) await run(endAll)
  }

  /** The pressed button is about to disappear, so the focus moves to the message. */
  function announce(words: string) {
    messageLine.current?.focus()
    return { done: words }
  }

  return (
    <section aria-labelledby="sessions" className={styles.sessions}>
      <h2 id="sessions">Where you are signed in</h2>
      <ul className={styles.list}>
        {shown.map((session) => (
          <li key={session.id} className={styles.session}>
            <div>
              <strong>{session.name}</strong>
              {session.isThis && <span className={styles.here}>this browser</span>}
              <p className={message.hint}>
                Signed in {session.openedAt}, last seen {session.seenAt}
              </p>
            </div>
            {!session.isThis && (
              <Button
                aria-label={`End this one: ${session.name}`}
                isBusy={isBusy}
                onClick={() => run(() => endOne(session))}
              >
                End this one
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" ref={messageLine} tabIndex={-1}>
        {problem ?? done}
      </p>
      <div className={form.actions}>
        {shown.some(({ isThis }) => !isThis) && (
          <Button isBusy={isBusy} onClick={() => run(endOthers)}>
            End all others
          </Button>
        )}
        <Button isBusy={isBusy} onClick={endEverywhere}>
          End everywhere
        </Button>
      </div>
      {dialog}
    </section>
  )
}
