'use client'
import { type FormEvent, memo, useEffect, useRef, useSyncExternalStore } from 'react'
import button from '@/components/ui/button.module.css'
import { afterPaint } from '@/lib/browser/consent/after-paint'
import { choose } from '@/lib/browser/consent/choice'
import { currentConsent, isGpcOn, watchConsent } from '@/lib/browser/consent/consent'
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
import { routes } from '@/lib/site/routes'
import { describeExactTime, localOffset } from '@/lib/time/relative-time'
import styles from './consent.module.css'
import { describeCookies, StoredItems } from './stored-items'

export type ConsentViewProps = {
  /** How often the dialog was requested. */
  dialogRequests: number
  requestDialog: () => void
  /** For screen readers; an empty string clears it. */
  announce: (message: string) => void
}

/** The banner until someone chooses, and the dialog. */
export function ConsentView({ dialogRequests, requestDialog, announce }: ConsentViewProps) {
  const record = useSyncExternalStore(watchConsent, currentConsent, () => null)
  const prompts = useRef<HTMLDivElement>(null)
  const isAsking = record === null

  useEffect(() => {
    if (!isAsking) return
    announce('We use cookies. You can choose at the start of this page.')
    return () => afterPaint(() => announce(''))
  }, [announce, isAsking])

  /** Hides banner and dialog without React first, so that a press responds immediately. */
  function decide(type: ConsentType, choice: ConsentChoice) {
    const hidden = prompts.current
    hidden?.setAttribute('hidden', '')
    afterPaint(() => {
      choose(type, choice)
      hidden?.removeAttribute('hidden')
    })
  }

  return (
    <div ref={prompts}>
      {isAsking && <ConsentBanner onChoice={decide} onCustomize={requestDialog} />}
      <ConsentDialog requests={dialogRequests} record={record} onChoice={decide} />
    </div>
  )
}

type BannerProps = { onChoice: (type: ConsentType, choice: ConsentChoice) => void; onCustomize: () => void }

/** Spec section 2, 'Cookie banner'. Takes no focus and shifts nothing; what it covers can be scrolled clear. */
function ConsentBanner({ onChoice, onCustomize }: BannerProps) {
  const region = useRef<HTMLElement>(null)
  useEffect(() => (region.current ? padPage(region.current) : undefined), [])
  const reject = () => onChoice('reject_all', allRefused)
  return (
    <section
      ref={region}
      className={`box ${styles.banner}`}
      aria-labelledby="cookie-banner"
      data-consent-banner=""
      data-screen-only=""
    >
      <div className={styles.head}>
        <h2 id="cookie-banner">We use cookies</h2>
        <CloseButton label="Reject all and close" onClick={reject} />
      </div>
      <p>We use cookies to improve your experience and analyze traffic.</p>
      <p>
        If you allow it, they count visits and measure ads. Change that at any time in “Cookie settings”
        below. More in <a href={routes.privacy}>Privacy</a>.
      </p>
      {isGpcOn() && (
        <p>
          Your browser sends Global Privacy Control, and we honor it: nothing is turned on unless you choose
          it here.
        </p>
      )}
      <div className={styles.choices}>
        <button type="button" className={button.primary} onClick={reject}>
          Reject All
        </button>
        <button type="button" className={button.quiet} onClick={onCustomize}>
          Customize
        </button>
        <button type="button" className={button.primary} onClick={() => onChoice('accept_all', allGranted)}>
          Accept All
        </button>
      </div>
    </section>
  )
}

/**
 * Pads the page by the height of an element fixed over its end, so that what it covers can be scrolled clear. Scrolls a
 * covered focused element clear immediately.
 */
function padPage(element: HTMLElement): () => void {
  const { style } = document.documentElement
  // Without a height it's hidden and about to be removed: the page needs no new layout.
  const measure = () => {
    const height = Math.ceil(element.offsetHeight)
    if (height > 0) style.setProperty('--consent-height', `${height}px`)
  }
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  measure()
  const focused = document.querySelector(':focus')
  if (focused && isCovered(focused, element)) focused.scrollIntoView({ block: 'nearest' })
  return () => {
    observer.disconnect()
    afterPaint(() => style.removeProperty('--consent-height'))
  }
}

/** Uses the layout position of the cover, as its animation starts lower. */
function isCovered(
  element: Element,
  { offsetTop, offsetLeft, offsetWidth, offsetHeight }: HTMLElement,
): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  return (
    bottom > offsetTop &&
    top < offsetTop + offsetHeight &&
    right > offsetLeft &&
    left < offsetLeft + offsetWidth
  )
}

type DialogProps = {
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
function ConsentDialog({ requests, record, onChoice }: DialogProps) {
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
      <div className={styles.head}>
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
        <div className={styles.answers}>
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

/** A cross. */
function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.close} aria-label={label} onClick={onClick}>
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
