'use client'
import { type FormEvent, memo, useEffect, useRef } from 'react'
import button from '@/components/ui/button.module.css'
import { afterPaint } from '@/lib/browser/consent/after-paint'
import {
  allGranted,
  allRefused,
  type ConsentChoice,
  type ConsentRecord,
  type ConsentType,
  choiceOf,
  type OptionalCategory,
  optionalCategories,
} from '@/lib/consent/record'
import { describeExactTime, localOffset } from '@/lib/time/relative-time'
import frame from './consent.module.css'
import styles from './dialog.module.css'
import { describeCookies, StoredItems } from './stored-items'

type Props = {
  /** Incremented to open the dialog. A counter, as `close` fires too late for a flag to be reliable. */
  requests: number
  record: ConsentRecord | null
  onChoice: (type: ConsentType, choice: ConsentChoice) => void
}

/** Long and constant, so no press waits for it to render. */
const Items = memo(StoredItems)

const categories = ['essential', ...optionalCategories] as const

const words: Record<'essential' | OptionalCategory, { title: string; text: string }> = {
  essential: { title: 'Essential Cookies', text: 'Required for basic site functionality' },
  analytics: {
    title: 'Analytics Cookies',
    text: 'Help us understand how visitors interact with our website',
  },
  marketing: {
    title: 'Marketing Cookies',
    text: 'Used to track visitors across websites for marketing',
  },
}

/**
 * Spec section 2, 'Manage Cookie Preferences'. Only its three buttons record a choice. Rendered before it is requested, so
 * it opens immediately.
 */
export function ConsentDialog({ requests, record, onChoice }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (requests === 0 || dialog.current?.open) return
    // Discards unsaved switches.
    form.current?.reset()
    dialog.current?.showModal()
  }, [requests])

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    decide(
      'custom',
      choiceOf((category) => fields.has(category)),
    )
  }

  function decide(type: ConsentType, choice: ConsentChoice) {
    // Closing lays out the whole page, so `onChoice` hides the dialog first.
    afterPaint(() => dialog.current?.close())
    onChoice(type, choice)
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="cookie-dialog">
      <div className={frame.head}>
        <h2 id="cookie-dialog">Manage Cookie Preferences</h2>
        <CloseButton label="Close without saving" onClick={() => dialog.current?.close()} />
      </div>
      <form ref={form} onSubmit={save}>
        {categories.map((name) => (
          <fieldset key={name} className={styles.category}>
            <label className={styles.switch}>
              {words[name].title}
              <input
                type="checkbox"
                // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is on
                role="switch"
                name={name}
                defaultChecked={name === 'essential' || record?.[name] === true}
                disabled={name === 'essential'}
                aria-describedby={`cookies-${name}`}
              />
            </label>
            <p id={`cookies-${name}`}>
              {words[name].text}
              {name === 'essential' && <strong> Always active</strong>}
            </p>
            <p>{describeCookies(name)}</p>
            <details>
              <summary>What’s stored</summary>
              <Items category={name} />
            </details>
          </fieldset>
        ))}
        <p className={styles.receipt}>{requests > 0 && describeRecord(record)}</p>
        <div className={styles.choices}>
          <button type="button" className={button.quiet} onClick={() => decide('reject_all', allRefused)}>
            Reject All
          </button>
          <button type="button" className={button.quiet} onClick={() => decide('accept_all', allGranted)}>
            Accept All
          </button>
          <button type="submit" className={button.primary}>
            Save Preferences
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** A cross, for the banner and the notice, too. */
export function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={frame.close} aria-label={label} onClick={onClick}>
      <span aria-hidden="true">×</span>
    </button>
  )
}

function describeRecord(record: ConsentRecord | null): string {
  if (!record) return 'You haven’t chosen yet. Until you do, only essential cookies are used.'
  const when = describeExactTime(record.at, { now: new Date(), offsetAt: localOffset }, 'minute')
  const gpc = record.gpc ? ', while your browser sent Global Privacy Control' : ''
  return `You ${describeChoice(record)} on ${when}${gpc}.`
}

function describeChoice(record: ConsentRecord): string {
  if (record.type === 'accept_all') return 'accepted all cookies'
  if (record.type === 'reject_all') return 'rejected all non-essential cookies'
  const states = optionalCategories.map((category) => `${category} ${record[category] ? 'on' : 'off'}`)
  return `saved your preferences (${states.join(', ')})`
}
