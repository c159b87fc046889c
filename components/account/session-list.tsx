'use client'
import { useEffect, useId, useRef, useState } from 'react'
import { useUnsavedWarning } from '@/components/session/unsaved-warning'
import { leaveFor, unexpectedMessage, useAction } from '@/components/ui/action'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import message from '@/components/ui/message.module.css'
import { RelativeTime } from '@/components/ui/relative-time'
import {
  endOneSession,
  signOutElsewhere,
  signOutEverywhere,
  watchOtherSessionsEnded,
} from '@/lib/browser/account/sessions'
import { endSession } from '@/lib/browser/session/ending'
import type { PublicConfig } from '@/lib/config/config'
import type { ListedSession } from '@/lib/session/token'
import { routes } from '@/lib/site/routes'
import { precisionAmong } from '@/lib/time/relative-time'
import styles from './account.module.css'

type Props = { sessions: ListedSession[]; config: PublicConfig; now: string }

const unreachable = { problem: 'We couldn’t reach the server. Nothing changed.' }

/** Lists the user's sessions, and signs out one, all others or all. */
export function SessionList({ sessions, config, now }: Props) {
  const { mayLoseUnsaved, dialog } = useUnsavedWarning(config)
  const [isConfirming, setConfirming] = useState(false)
  const [shown, setShown] = useState(sessions)
  const { isBusy, problem, done, run } = useAction<string>(unexpectedMessage)
  const messageLine = useRef<HTMLDivElement>(null)

  useEffect(() => watchOtherSessionsEnded(() => setShown((all) => all.filter(({ isThis }) => isThis))), [])

  async function endOne({ id, name }: ListedSession) {
    if (!(await endOneSession(config, id))) return unreachable
    setShown((all) => all.filter((session) => session.id !== id))
    return announce(`${name} is signed out.`)
  }

  async function endOthers() {
    return (await signOutElsewhere(config)) ? announce('Your other devices are signed out.') : unreachable
  }

  async function endAll() {
    const haveEnded = await endSession(config, 'signed-out', () => signOutEverywhere(config))
    return haveEnded ? leaveFor(routes.signedOutEverywhere) : unreachable
  }

  async function endEverywhere() {
    setConfirming(false)
    if (await mayLoseUnsaved()) await run(endAll)
  }

  /** The pressed button disappears, so the focus moves to the message. */
  function announce(words: string) {
    messageLine.current?.focus()
    return { done: words }
  }

  return (
    <section aria-labelledby="sessions" className={styles.section}>
      <h2 id="sessions">Where you’re signed in</h2>
      <ul className={styles.list}>
        {shown.map((session) => (
          <SessionEntry
            key={session.id}
            session={session}
            sameName={shown.filter(({ id, name }) => id !== session.id && name === session.name)}
            now={now}
            isBusy={isBusy}
            onEnd={() => run(() => endOne(session))}
          />
        ))}
      </ul>
      <div role="status" ref={messageLine} tabIndex={-1} className="apart">
        {problem && <p className={message.problem}>{problem}</p>}
        {done && <p className={message.done}>{done}</p>}
      </div>
      <div className={styles.buttons}>
        {shown.some(({ isThis }) => !isThis) && (
          <Button isBusy={isBusy} onClick={() => run(endOthers)}>
            Sign out other devices
          </Button>
        )}
        <Button isBusy={isBusy} onClick={() => setConfirming(true)}>
          Sign out everywhere
        </Button>
      </div>
      {isConfirming && (
        <AlertDialog
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onConfirmed={endEverywhere}
          onClose={() => setConfirming(false)}
        >
          You’ll be signed out on all your devices, this one included.
        </AlertDialog>
      )}
      {dialog}
    </section>
  )
}

type EntryProps = {
  session: ListedSession
  /** Other sessions of the same name, which only the time of the sign-in distinguishes. */
  sameName: ListedSession[]
  now: string
  isBusy: boolean
  onEnd: () => void
}

function SessionEntry({ session, sameName, now, isBusy, onEnd }: EntryProps) {
  const { name, isThis, openedAt, seenAt, isProtected, copiedAt } = session
  const timesId = useId()
  const otherTimes = sameName.map((other) => new Date(other.openedAt))
  const precision = sameName.length > 0 ? precisionAmong(new Date(openedAt), otherTimes) : undefined
  return (
    <li className={styles.entry}>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        {isThis && <span className="badge">This device</span>}
        <p id={timesId} className={message.hint}>
          <span className={styles.time}>
            Signed in <RelativeTime at={openedAt} now={now} precision={precision} />
          </span>{' '}
          <span className={styles.time}>
            {isThis ? (
              'Active now'
            ) : (
              <>
                Last active <RelativeTime at={seenAt} now={now} />
              </>
            )}
          </span>{' '}
          {isProtected && (
            <span className={styles.time}>
              {isThis ? 'Protected on this device' : 'Protected on that device'}
            </span>
          )}
        </p>
        {copiedAt && (
          <p className={message.problem}>
            Someone tried to use a copy of this session <RelativeTime at={copiedAt} now={now} />. We blocked
            it.
          </p>
        )}
      </div>
      {!isThis && (
        <Button aria-label={`Sign out ${name}`} aria-describedby={timesId} isBusy={isBusy} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}
