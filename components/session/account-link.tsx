'use client'
import { usePathname } from 'next/navigation'
import { SiteLink } from '@/components/ui/site-link'
import { routes } from '@/lib/site/routes'
import styles from './account-menu.module.css'

/** A link to sign-in or the account, until the page knows of a session. */
export function AccountLink() {
  const path = usePathname()
  if (path === routes.login) return null
  const isBehindSession = path === routes.app || path === routes.account
  return (
    <SiteLink href={isBehindSession ? routes.account : routes.login} className={styles.link}>
      {isBehindSession ? 'Account' : 'Sign in'}
    </SiteLink>
  )
}
