import button from '@/components/ui/button.module.css'
import { routes } from '@/lib/site/routes'
import styles from './account.module.css'

/** All that is stored, to take away. A plain link: where it fails the browser shows what the server says. */
export function AccountData() {
  return (
    <section aria-labelledby="your-data" className={styles.section}>
      <h2 id="your-data">Your data</h2>
      <p>Your account details, notes and session records, as one file for programs (JSON).</p>
      <a href={routes.api.accountExport} className={button.quiet}>
        Download your data
      </a>
    </section>
  )
}
