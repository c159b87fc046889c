'use client'
import { useEffect, useId, useRef, useState } from 'react'
import { useUnsavedWarning } from '@/components/session/unsaved-warning'
import { leaveFor, unexpectedWords, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { RelativeTime } from '@/components/ui/relative-time'
import {
  endOneSession,
  signOutElsewhere,
  signOutEverywhere,
  watchOthersEnd,
} from '@/lib/browser/account/sessions'
import { signOut } from '@/lib/browser/session/ending'
import type { PublicConfig } from '@/lib/config/config'
import type { ListedSession } from '@/lib/session/token'
import { routes } from '@/lib/site/routes'
import rows from './row.module.css'
import styles from './session-list.module.css'

type Props = { sessions: ListedSession[]; config: PublicConfig; now: string }

const unreachable = { problem: 'We couldn’t reach the server. Nothing changed.' }

/** Where the person is signed in, and how to sign out one session, all others, or all. */
export function SessionList({ sessions, config, now }: Props) {
  const { mayLoseDrafts, dialog } = useUnsavedWarning()
  const [isAsked, setAsked] = useState(false)
  const [shown, setShown] = useState(sessions)
  const { isBusy, problem, done, run } = useAction<string>(unexpectedWords)
  const messageLine = useRef<HTMLDivElement>(null)

  useEffect(() => watchOthersEnd(() => setShown((all) => all.filter(({ isThis }) => isThis))), [])

  async function endOne({ id, name }: ListedSession) {
    if (!(await endOneSession(config, id))) return unreachable
    setShown((all) => all.filter((session) => session.id !== id))
    return announce(`${name} is signed out.`)
  }

  async function endOthers() {
    return (await signOutElsewhere(config)) ? announce('Your other devices are signed out.') : unreachable
  }

  async function endAll() {
    const haveEnded = await signOut(config, () => signOutEverywhere(config))
    return haveEnded ? leaveFor(routes.signedOutEverywhere) : unreachable
  }

  async function endEverywhere() {
    setAsked(false)
    if (await mayLoseDrafts()) await run(endAll)
  }

  /** The pressed button is about to disappear, so the focus moves to the message. */
  function announce(words: string) {
    messageLine.current?.focus()
    return { done: words }
  }

  return (
    <section aria-labelledby="sessions" className={styles.sessions}>
      <h2 id="sessions">Sessions</h2>
      <ul className={styles.list}>
        {shown.map((session) => (
          <li key={session.id} className={styles.session}>
            <div>
              <strong>
                <bdi>{session.name}</bdi>
              </strong>{' '}
              {session.isThis && <span className={rows.badge}>This device</span>}
              <p className={message.hint}>
                Signed in <RelativeTime at={session.openedAt} now={now} />, last active{' '}
                <RelativeTime at={session.seenAt} now={now} />
              </p>
            </div>
            {!session.isThis && (
              <Button
                aria-label={`Sign out ${session.name}`}
                isBusy={isBusy}
                onClick={() => run(() => endOne(session))}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div role="status" ref={messageLine} tabIndex={-1} className={styles.told}>
        {problem && <p className={message.problem}>{problem}</p>}
        {done && <p className={message.done}>{done}</p>}
      </div>
      <div className={`${form.actions} ${styles.ends}`}>
        {shown.some(({ isThis }) => !isThis) && (
          <Button isBusy={isBusy} onClick={() => run(endOthers)}>
            Sign out other devices
          </Button>
        )}
        <Button isBusy={isBusy} onClick={() => setAsked(true)}>
          Sign out everywhere
        </Button>
      </div>
      {isAsked && <SignOutEverywhere onConfirmed={endEverywhere} onClose={() => setAsked(false)} />}
      {dialog}
    </section>
  )
}

/** Cancel is the first button, which gets the focus. */
function SignOutEverywhere({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const wordsId = useId()
  return (
    <Dialog title="Sign out everywhere?" describedBy={wordsId} onClose={onClose}>
      <p id={wordsId}>You’ll be signed out on all your devices, this one included.</p>
      <div className={form.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={onConfirmed}>
          Sign out everywhere
        </Button>
      </div>
    </Dialog>
  )
}
