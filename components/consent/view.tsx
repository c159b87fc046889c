'use client'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import button from '@/components/ui/button.module.css'
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
import styles from './consent.module.css'
import { StoredItems } from './stored-items'

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
  const isAsking = record === null

  useEffect(() => {
    if (!isAsking) return
    announce('We use cookies. You can choose at the start of this page.')
    return () => announce('')
  }, [announce, isAsking])

  return (
    <>
      {isAsking && <ConsentBanner onCustomize={requestDialog} />}
      <ConsentDialog requests={dialogRequests} record={record} />
    </>
  )
}

/** Spec section 2, 'Cookie banner'. Takes no focus and shifts nothing; what it covers can be scrolled clear. */
function ConsentBanner({ onCustomize }: { onCustomize: () => void }) {
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement>(null)
  useEffect(() => (region.current ? padPage(region.current) : undefined), [])
  // The pressed button disappears, so the focus goes back to where it was, or to the start of the page.
  useLayoutEffect(() => {
    const banner = region.current
    return () => {
      if (!banner?.contains(document.activeElement)) return
      const start = document.querySelector<HTMLElement>('.skip-link')
      const target = cameFrom.current?.getClientRects().length ? cameFrom.current : start
      target?.focus({ preventScroll: true })
    }
  }, [])
  const reject = () => choose('reject_all', allRefused)
  return (
    <section
      ref={region}
      className={`box ${styles.banner}`}
      aria-labelledby="cookie-banner"
      onFocus={({ currentTarget, relatedTarget }) => {
        const isFromPage = relatedTarget instanceof HTMLElement && !relatedTarget.closest('dialog')
        if (isFromPage && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      data-consent-banner=""
      data-screen-only=""
    >
      <div className={styles.head}>
        <h2 id="cookie-banner">We use cookies</h2>
        <CloseButton label="Reject all and close" onClick={reject} />
      </div>
      <p>We use cookies to improve your experience and analyze traffic.</p>{' '}
      {isGpcOn() && <p>Your browser opted out (Global Privacy Control), and we honor it. </p>}
      <p>
        Also to measure ads. Change this anytime. <a href={routes.privacy}>Privacy</a>
      </p>
      <div className={styles.choices}>
        <button type="button" className={button.primary} onClick={reject}>
          Reject All
        </button>
        <button type="button" className={button.quiet} onClick={onCustomize}>
          Customize
        </button>
        <button type="button" className={button.primary} onClick={() => choose('accept_all', allGranted)}>
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
  const measure = () => style.setProperty('--consent-height', `${element.offsetHeight}px`)
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  measure()
  const focused = document.querySelector(':focus')
  // Of several lines only that of the caret has to be seen.
  const isScrolled = focused && !(focused instanceof HTMLTextAreaElement)
  if (isScrolled && overlap(focused.getBoundingClientRect(), element.getBoundingClientRect()))
    focused.scrollIntoView({ block: 'nearest' })
  return () => {
    observer.disconnect()
    style.removeProperty('--consent-height')
  }
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  const isBeside = one.right <= other.left || one.left >= other.right
  return !isBeside && one.bottom > other.top && one.top < other.bottom
}

type DialogProps = {
  /** Incremented to open the dialog. A counter, as `close` fires too late for a flag to be reliable. */
  requests: number
  record: ConsentRecord | null
}

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
function ConsentDialog({ requests, record }: DialogProps) {
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
    dialog.current?.close()
    choose(type, choice)
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
            <details>
              <summary>What’s stored</summary>
              <StoredItems category={name} />
            </details>
          </fieldset>
        ))}
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
