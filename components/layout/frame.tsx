import { CookieSettings } from '@/components/consent/consent'
import { AccountLink } from '@/components/session/account-link'
import menu from '@/components/session/account-menu.module.css'
import { SiteLink } from '@/components/ui/site-link'
import * as brand from '@/lib/site/brand'
import { routes } from '@/lib/site/routes'
import { Deferred } from './deferred'
import foot from './footer.module.css'
import head from './header.module.css'

/** The skip link, home, and signing in or the account. */
export function Header() {
  return (
    <header className={head.header}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SiteLink href={routes.home} className={head.home}>
        <svg className={head.mark} viewBox={brand.mark.viewBox} aria-hidden="true">
          {brand.mark.paths.map((path) => (
            <path key={path.d} {...path} />
          ))}
        </svg>
        {brand.name}
      </SiteLink>
      <nav aria-label="Account">
        <Deferred part="AccountMenu">
          {/* Replaces the other link while lib/session/hint says that a user is signed in. */}
          <a href={routes.account} className={`${menu.button} ${head.account}`}>
            <svg viewBox="0 0 24 24" role="img" aria-label="Account">
              <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-8 8a8 6 0 0 1 16 0z" />
            </svg>
          </a>
          <AccountLink />
        </Deferred>
      </nav>
    </header>
  )
}

/** Legal pages, contact, cookie settings, and the theme. */
export function Footer() {
  return (
    <footer className={`row ${foot.footer}`}>
      <nav aria-label="About this site" className={`row ${foot.links}`}>
        <SiteLink href={routes.terms}>Terms</SiteLink>
        <SiteLink href={routes.privacy}>Privacy</SiteLink>
        <CookieSettings>Cookie settings</CookieSettings>
        {/* Last, as it may be hidden. */}
        <SiteLink href={routes.contact}>Contact</SiteLink>
        <Deferred part="PrivacyChoices" />
      </nav>
      <Deferred part="ThemeSwitch">
        <div className={`row ${foot.theme}`}>
          <label htmlFor="theme">Theme</label>
          <select id="theme" disabled>
            <option>System</option>
          </select>
        </div>
      </Deferred>
    </footer>
  )
}
