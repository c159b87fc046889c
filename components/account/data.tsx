import button from '@/components/ui/button.module.css'
import { accountRequests } from '@/lib/site/account-routes'
import styles from './account.module.css'

/** The export is a plain link, so the browser shows the server's message if it fails. */
export function AccountData() {
  return (
    <section aria-labelledby="your-data" className={styles.section}>
      <h2 id="your-data">Your data</h2>
      <p>
        Download your account details, passkeys, notes (with the trash) and session records as one file
        (JSON).
      </p>
      <a href={accountRequests.export} className={button.quiet}>
        Download your data
      </a>
    </section>
  )
}
