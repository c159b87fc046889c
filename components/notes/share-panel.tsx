'use client'
import { useEffect, useId, useRef } from 'react'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { useCopy } from '@/components/ui/copy'
import field from '@/components/ui/form.module.css'
import { changeNote, type NoteFailure } from '@/lib/browser/notes/notes'
import { siteTime } from '@/lib/browser/time'
import type { PublicConfig } from '@/lib/config/config'
import type { Share } from '@/lib/notes/note'
import { type Note, noteName } from '@/lib/notes/note'
import { noteRequests, noteRoutes } from '@/lib/notes/routes'
import { describeLocalTime } from '@/lib/time/relative-time'
import { NoteFailureMessage, unexpectedFailure } from './failure'
import styles from './note.module.css'

type Props = { note: Note; config: PublicConfig; onChange: (share: Share | null) => void }

/** Creates a note's share link, changes when it expires, and stops sharing. */
export function SharePanel({ note, config, onChange }: Props) {
  const { id, share } = note
  const { isBusy, problem, done, run, clear } = useAction<NoteFailure>(unexpectedFailure)
  const isShared = share !== null && !share.hasEnded
  const panel = useRef<HTMLElement>(null)
  // The button that was pressed is gone: the focus goes to the one in its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the buttons change
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.querySelector('button')?.focus()
  }, [isShared])

  const setEnd = (endsAt: string | null, words: string) =>
    run(async () => {
      const outcome = await changeNote<Share>(config, noteRequests.share(id), 'PUT', { endsAt })
      if (outcome.status !== 'done') return { problem: outcome }
      if (!outcome.value) return { problem: { status: 'unreachable' } }
      onChange(outcome.value)
      return { done: words }
    })

  const stop = () =>
    run(async (): Promise<ActionOutcome<NoteFailure>> => {
      const outcome = await changeNote(config, noteRequests.share(id), 'DELETE')
      if (outcome.status !== 'done' && outcome.status !== 'gone') return { problem: outcome }
      onChange(null)
      return { done: 'Sharing stopped. The link no longer works.' }
    })

  return (
    <section ref={panel} aria-label="Sharing" className={`box tight ${styles.panel}`} data-screen-only="">
      {isShared ? (
        <>
          <p>Anyone who has this link and signs in can read this note. Only you can change it.</p>
          <ShareLink share={share} name={noteName(note)} onCopy={clear} />
          <ShareEnd key={share.endsAt} share={share} isBusy={isBusy} onChange={setEnd} />
          <div>
            <Button isBusy={isBusy} onClick={stop}>
              Stop sharing
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            {share
              ? 'The link has expired.'
              : 'Only you can see this note. Create a link to share it; readers need to sign in.'}
          </p>
          <div>
            <Button look="primary" isBusy={isBusy} onClick={() => setEnd(null, 'Shared.')}>
              {share ? 'Create new link' : 'Create link'}
            </Button>
          </div>
        </>
      )}
      <p role="status" className={styles.hint}>
        {done}
      </p>
      {problem && <NoteFailureMessage what="Couldn’t update the link." failure={problem} />}
    </section>
  )
}

/** Has the focus first. */
function ShareLink({ share, name, onCopy }: { share: Share; name: string; onCopy: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const url = `${location.origin}${noteRoutes.share(share.id)}`
  const { copy, words } = useCopy(url, () => input.current?.select())
  useEffect(() => input.current?.focus(), [])

  return (
    <div className="row">
      <input
        ref={input}
        aria-label="Link"
        className={`${field.input} ${styles.link}`}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <Button
        look="primary"
        onClick={() => {
          onCopy()
          void copy()
        }}
      >
        Copy link
      </Button>
      {'share' in navigator && (
        <Button onClick={() => void navigator.share({ title: name, url }).catch(ignoreShareError)}>
          Send…
        </Button>
      )}
      <span role="status" className={styles.hint}>
        {words}
      </span>
    </div>
  )
}

/** Closing the share sheet rejects with a `DOMException`. */
function ignoreShareError(error: unknown): void {
  if (!(error instanceof DOMException)) throw error
}

type EndProps = { share: Share; isBusy: boolean; onChange: (endsAt: string | null, words: string) => void }

const dayMs = 24 * 60 * 60 * 1000

/** In days. */
const durations = { 'in a day': 1, 'in a week': 7, 'in a month': 30 } as const

/** Chooses when the link expires. */
function ShareEnd({ share, isBusy, onChange }: EndProps) {
  const id = useId()
  const current = share.endsAt === null ? 'never' : describeLocalTime(new Date(share.endsAt))

  function choose(chosen: string) {
    if (chosen === 'never') onChange(null, 'The link doesn’t expire.')
    const days = durations[chosen as keyof typeof durations]
    if (days) onChange(new Date(siteTime() + days * dayMs).toISOString(), `The link expires ${chosen}.`)
  }

  return (
    <div className="row">
      <label htmlFor={id}>Link expires</label>
      <select
        id={id}
        className={`${field.input} ${styles.ends}`}
        value="now"
        disabled={isBusy}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="now">{current}</option>
        {share.endsAt !== null && <option value="never">never</option>}
        {Object.keys(durations).map((words) => (
          <option key={words}>{words}</option>
        ))}
      </select>
    </div>
  )
}
