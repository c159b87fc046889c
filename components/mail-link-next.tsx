import { routes, type SitePath } from '@/lib/routes'
import button from './button.module.css'
import styles from './mail.module.css'

/** The way on from a link that has done its work: to the page behind it, by way of the form where that is needed. */
export function MailLinkNext({ isSignedIn, next }: { isSignedIn: boolean; next: SitePath }) {
  return (
    <p className={styles.next}>
      <a href={isSignedIn ? next : routes.loginThen(next)} className={button.primary}>
        {isSignedIn ? 'Go on' : 'Go to sign-in'}
      </a>
    </p>
  )
}
