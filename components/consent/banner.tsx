'use client'
import button from '@/components/ui/button.module.css'
import { isGpcOn } from '@/lib/browser/consent/choice'
import type { ConsentChoice, ConsentType } from '@/lib/consent/record'
import { CloseButton } from './close-button'
import styles from './consent.module.css'
import { useRoom } from './room'

type Props = { onChoice: (type: ConsentType, choice: ConsentChoice) => void; onCustomize: () => void }

const all = { analytics: true, marketing: true }
const none = { analytics: false, marketing: false }

/** Spec section 2, 'Cookie banner'. Takes no focus, shifts nothing; what it covers can be scrolled clear. */
export function ConsentBanner({ onChoice, onCustomize }: Props) {
  const region = useRoom()
  const reject = () => onChoice('reject_all', none)
  return (
    <section ref={region} className={styles.banner} aria-labelledby="cookie-banner" data-consent-banner="">
      <div className={styles.head}>
        <h2 id="cookie-banner">We use cookies</h2>
        <CloseButton label="Reject all and close" onClick={reject} />
      </div>
      <p>We use cookies to improve your experience and analyze traffic.</p>
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
        <button type="button" className={button.primary} onClick={() => onChoice('accept_all', all)}>
          Accept All
        </button>
      </div>
    </section>
  )
}
