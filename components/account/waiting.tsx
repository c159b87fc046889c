import message from '@/components/ui/message.module.css'
import { routes } from '@/lib/site/routes'
import styles from './account.module.css'

/** A placeholder until the sign-in service answers. */
export function AccountWaiting() {
  return (
    <div className={styles.waiting}>
      <p role="status">One moment: we’re loading your details.</p>
      <p className={message.needsScript}>To see and change them needs JavaScript.</p>
    </div>
  )
}

/** The sign-in service didn't answer; the rest of the page works. */
export function AccountUnavailable() {
  return (
    <section aria-labelledby="about-you" className={styles.section}>
      <h2 id="about-you">About you</h2>
      <p role="alert">
        The sign-in service did not answer, so your name, your email address and your password cannot be shown
        or changed just now. You are still signed in. <a href={routes.account}>Try again</a>
      </p>
    </section>
  )
}
