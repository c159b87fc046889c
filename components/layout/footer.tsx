import { CookieSettings } from '@/components/consent/cookie-settings'
import { SiteLink } from '@/components/ui/site-link'
import { routes } from '@/lib/site/routes'
import { Deferred } from './deferred'
import styles from './footer.module.css'

/** Legal pages, contact, cookie settings, and the theme. */
export function Footer() {
  return (
    <footer className={`row ${styles.footer}`}>
      <nav aria-label="About this site" className={`row ${styles.links}`}>
        <SiteLink href={routes.terms}>Terms</SiteLink>
        <SiteLink href={routes.privacy}>Privacy</SiteLink>
        <SiteLink href={routes.contact}>Contact</SiteLink>
        <CookieSettings>Cookie settings</CookieSettings>
        <Deferred part="PrivacyChoices" />
      </nav>
      <Deferred part="ThemeSwitch">
        <div className={`row ${styles.theme}`}>
          <label htmlFor="theme">Theme</label>
          <select id="theme" disabled>
            <option>System</option>
          </select>
        </div>
      </Deferred>
    </footer>
  )
}
