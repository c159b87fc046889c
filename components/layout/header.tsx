import { AccountLink } from '@/components/session/account-link'
import { SiteLink } from '@/components/ui/site-link'
import { routes } from '@/lib/site/routes'
import styles from './header.module.css'
import { Late } from './late'

/** Home, and signing in or the account. */
export function Header() {
  return (
    <header className={styles.header}>
      <SiteLink href={routes.home} className={styles.home}>
        <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
          <path fill="#533058" d="M4 30V15a12 12 0 0 1 24 0v15z" />
          <path fill="#dd7a48" d="M9 30V16a7 7 0 0 1 14 0v14z" />
          <path fill="#ffe3b8" d="M13 30V17a3 3 0 0 1 6 0v13z" />
        </svg>
        Foyer
      </SiteLink>
      <nav aria-label="Account">
        <Late part="AccountMenu">
          <AccountLink />
        </Late>
      </nav>
    </header>
  )
}
