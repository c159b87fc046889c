'use client'
import { useId, useRef, useState } from 'react'
import { type Outcome, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy'
import field from '@/components/ui/field.module.css'
import { RelativeTime } from '@/components/ui/relative-time'
import { endShare, type NoteFailure, shareNote } from '@/lib/browser/notes/notes'
import { siteTime } from '@/lib/browser/time'
import type { PublicConfig } from '@/lib/config/config'
import type { Note } from '@/lib/notes/note'
import type { Share } from '@/lib/notes/share'
import { routes } from '@/lib/site/routes'
import { NoteFailureMessage, unexpectedFailure } from '../failure'
import { endOfDay, localDay } from './days'
import styles from './share.module.css'

type Props = {
  note: Pick<Note, 'id' | 'share'>
  config: PublicConfig
  onChange: (share: Share | null) => void
}

/** Who may read a note, and for how long. */
export function SharePanel({ note, config, onChange }: Props) {
  const { id, share } = note
  const { isBusy, problem, done, run, clear } = useAction<NoteFailure>(unexpectedFailure)
  const isLive = share !== null && !share.hasEnded

  const setEnd = (endsAt: string | null, words: string) =>
    run(async () => {
      const outcome = await shareNote(config, id, endsAt)
      if (outcome.status !== 'shared') return { problem: outcome }
      onChange(outcome.share)
      return { done: words }
    })

  const stop = () =>
    run(async (): Promise<Outcome<NoteFailure>> => {
      const outcome = await endShare(config, id)
      if (outcome.status !== 'ended') return { problem: outcome }
      onChange(null)
      return { done: 'No longer shared. The link won’t work again.' }
    })

  return (
    <section aria-label="Sharing" className={styles.panel}>
      {isLive ? (
        <>
          <p>Anyone who has this link and signs in can read this note. Only you can change it.</p>
          <ShareLink share={share} onCopy={clear} />
          <ShareEnd share={share} isBusy={isBusy} onChange={setEnd} />
          <div className={styles.line}>
            <Button isBusy={isBusy} onClick={stop}>
              Stop sharing
            </Button>
            <p className={styles.facts}>{describeOpenings(share.opened)}</p>
          </div>
        </>
      ) : (
        <>
          <p>
            {share?.hasEnded && share.endsAt ? (
              <>
                The link expired <RelativeTime at={share.endsAt} />.
              </>
            ) : (
              'Only you can read this note. With a link, anyone who has it and signs in can read it.'
            )}
          </p>
          <div>
            <Button look="primary" isBusy={isBusy} onClick={() => setEnd(null, 'Shared.')}>
              {share ? 'Create new link' : 'Create link'}
            </Button>
          </div>
        </>
      )}
      <p role="status" className={styles.facts}>
        {done}
      </p>
      {problem && <NoteFailureMessage what="Nothing changed." failure={problem} />}
    </section>
  )
}

function ShareLink({ share, onCopy }: { share: Share; onCopy: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<string | null>(null)
  const link = `${location.origin}${routes.share(share.id)}`

  async function copy() {
    onCopy()
    const isCopied = await copyText(link)
    if (!isCopied) input.current?.select()
    setCopied(isCopied ? 'Copied' : 'Press Ctrl+C or ⌘C to copy')
  }

  return (
    <div className={styles.line}>
      <input
        ref={input}
        aria-label="Link"
        className={`${field.input} ${styles.link}`}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <Button look="primary" onClick={copy}>
        Copy link
      </Button>
      <span role="status" className={styles.facts}>
        {copied}
      </span>
    </div>
  )
}

type EndProps = { share: Share; isBusy: boolean; onChange: (endsAt: string | null, words: string) => void }

/** By the visitor's own calendar: the link works until the end of that day. */
function ShareEnd({ share, isBusy, onChange }: EndProps) {
  const fieldId = useId()
  const [day, setDay] = useState(share.endsAt ? localDay(new Date(share.endsAt)) : '')
  const today = localDay(new Date(siteTime()))

  function change(chosen: string) {
    setDay(chosen)
    if (chosen === '') onChange(null, 'The link doesn’t expire.')
    else if (chosen >= today)
      onChange(endOfDay(chosen).toISOString(), 'The link works until the end of that day.')
  }

  return (
    <div className={styles.line}>
      <label htmlFor={fieldId}>Last day (optional)</label>
      <input
        id={fieldId}
        type="date"
        className={`${field.input} ${styles.day}`}
        min={today}
        max={localDay(new Date(siteTime() + nineYearsMs))}
        value={day}
        readOnly={isBusy}
        onChange={(event) => change(event.target.value)}
      />
      {day !== '' && (
        <Button isBusy={isBusy} onClick={() => change('')}>
          No expiry
        </Button>
      )}
    </div>
  )
}

const nineYearsMs = 9 * 365 * 24 * 60 * 60 * 1000

function describeOpenings(opened: number): string {
  if (opened === 0) return 'Not opened yet'
  return opened === 1 ? 'Opened once' : `Opened ${opened.toLocaleString('en')} times`
}
