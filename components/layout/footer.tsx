import { CookieSettings } from '@/components/consent/cookie-settings'
import { SiteLink } from '@/components/ui/site-link'
import { routes } from '@/lib/site/routes'
import styles from './footer.module.css'
import { ThemeSwitch } from './theme-switch'

/** Legal pages, contact, cookie settings, and the theme. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <nav aria-label="About this site" className={styles.links}>
        <SiteLink href={routes.terms}>Terms</SiteLink>
        <SiteLink href={routes.privacy}>Privacy</SiteLink>
        <SiteLink href={routes.contact}>Contact</SiteLink>
        <CookieSettings />
      </nav>
      <ThemeSwitch />
    </footer>
  )
}
