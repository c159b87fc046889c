'use client'
import type { CookieDeletion } from '@/lib/browser/consent/choice'
import { CloseButton } from './close-button'
import styles from './consent.module.css'
import { useRoom } from './room'

type Props = { deletion: CookieDeletion; chosenAt: Date; onClose: () => void }

/** What happened to the cookies after consent was withdrawn. */
export function ConsentNotice({ deletion, chosenAt, onClose }: Props) {
  const region = useRoom()
  return (
    <section ref={region} className={styles.notice} aria-label="Cookies deleted">
      {/* A new key per choice, so the same words are announced again. */}
      <p key={chosenAt.getTime()} role="alert">
        {describeDeletion(deletion)}
      </p>
      <CloseButton label="Close" onClick={onClose} />
    </section>
  )
}

function describeDeletion({ deleted, left }: CookieDeletion): string {
  const start = 'Your choice is saved.'
  if (left.length > 0)
    return `${start} Your browser kept ${left.join(', ')}. You can delete cookies in its settings.`
  if (deleted.length === 0) return `${start} There were no cookies to delete.`
  return `${start} ${deleted.length === 1 ? '1 cookie was' : `${deleted.length} cookies were`} deleted.`
}
