import message from '@/components/ui/message.module.css'
import { Skeleton } from '@/components/ui/skeleton'
import { routes } from '@/lib/site/routes'
import styles from './account.module.css'

/** Shown until the sign-in service responds. */
export function AccountSkeleton() {
  return (
    <div className={styles.waiting}>
      <Skeleton label="Loading your details…" lines={7} />
      <p className={message.needsScript}>Turn on JavaScript to see and change them.</p>
    </div>
  )
}

/** Shown if the sign-in service doesn't respond; the rest of the page works. */
export function AccountUnavailable() {
  return (
    <section aria-labelledby="about-you" className={styles.section}>
      <h2 id="about-you">About you</h2>
      <p role="alert">
        We can’t reach the sign-in service right now, so you can’t see or change your details. You’re still
        signed in. <a href={routes.account}>Try again</a>
      </p>
    </section>
  )
}
