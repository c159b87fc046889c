'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import button from '@/components/ui/button.module.css'
import { afterPaint } from '@/lib/browser/consent/after-paint'
import { type CookieDeletion, choose } from '@/lib/browser/consent/choice'
import { currentConsent, isGpcOn, watchConsent } from '@/lib/browser/consent/consent'
import { allGranted, allRefused, type ConsentChoice, type ConsentType } from '@/lib/consent/record'
import { routes } from '@/lib/site/routes'
import { CloseButton } from './close-button'
import styles from './consent.module.css'
import { ConsentDialog } from './dialog'
import { usePagePadding } from './padding'

export type ConsentViewProps = {
  /** How often the dialog was requested. */
  dialogRequests: number
  requestDialog: () => void
  /** For screen readers; an empty string clears it. */
  announce: (message: string) => void
}

/** The banner until someone chooses, the dialog, and a notice after a withdrawal. */
export function ConsentView({ dialogRequests, requestDialog, announce }: ConsentViewProps) {
  const record = useSyncExternalStore(watchConsent, currentConsent, () => null)
  const [deletion, setDeletion] = useState<CookieDeletion | null>(null)
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
      setDeletion(choose(type, choice))
      hidden?.removeAttribute('hidden')
    })
  }

  return (
    <>
      <div ref={prompts}>
        {isAsking && <ConsentBanner onChoice={decide} onCustomize={requestDialog} />}
        <ConsentDialog requests={dialogRequests} record={record} onChoice={decide} />
      </div>
      {record && deletion && (
        <ConsentNotice chosenAt={record.at} deletion={deletion} onClose={() => setDeletion(null)} />
      )}
    </>
  )
}

type BannerProps = { onChoice: (type: ConsentType, choice: ConsentChoice) => void; onCustomize: () => void }

/** Spec section 2, 'Cookie banner'. Takes no focus and shifts nothing; what it covers can be scrolled clear. */
function ConsentBanner({ onChoice, onCustomize }: BannerProps) {
  const region = usePagePadding()
  const reject = () => onChoice('reject_all', allRefused)
  return (
    <section
      ref={region}
      className={styles.banner}
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

type NoticeProps = { deletion: CookieDeletion; chosenAt: Date; onClose: () => void }

/** Says after a withdrawal which cookies were deleted. */
function ConsentNotice({ deletion, chosenAt, onClose }: NoticeProps) {
  const region = usePagePadding()
  return (
    <section ref={region} className={styles.notice} aria-label="Cookies deleted" data-screen-only="">
      {/* A new key per choice, so that the same message is announced again. */}
      <p key={chosenAt.getTime()} role="alert">
        {describeDeletion(deletion)}
      </p>
      <CloseButton label="Close" onClick={onClose} />
    </section>
  )
}

function describeDeletion({ deleted, remaining }: CookieDeletion): string {
  const start = 'Your choice is saved.'
  if (remaining.length > 0)
    return `${start} Your browser kept ${remaining.join(', ')}. You can delete cookies in its settings.`
  if (deleted.length === 0) return `${start} There were no cookies to delete.`
  return `${start} ${deleted.length === 1 ? '1 cookie was' : `${deleted.length} cookies were`} deleted.`
}
