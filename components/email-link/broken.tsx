import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import { describeMailLink } from '@/lib/email-link'
import { routes, type SitePath } from '@/lib/site/routes'
import styles from './email-link.module.css'

/** What is left to do with a link that nobody can read: mail programs cut long ones off. */
export function BrokenMailLink({ next }: { next: SitePath }) {
  return (
    <>
      <h1 className={form.title}>{describeMailLink(null)}</h1>
      <p>It is not whole. Copy all of it from the message, or ask for a new one at sign-in.</p>
      <p className={styles.next}>
        <a href={routes.loginThen(next)} className={button.primary}>
          Go to sign-in
        </a>
      </p>
    </>
  )
}
