'use client'
import { usePathname } from 'next/navigation'
import { SiteLink } from '@/components/ui/site-link'
import { routes } from '@/lib/site/routes'
import styles from './account-menu.module.css'

/** Where signing in or the account is, as long as a page doesn't know whether there is a session, or if there is none. */
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
