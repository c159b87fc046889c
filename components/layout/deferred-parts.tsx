'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import { CookieSettings } from '@/components/consent/consent'
import { AccountMenu } from '@/components/session/account-menu'
import { usePublicConfig } from '@/components/ui/public-config'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { chooseTheme, showSavedTheme, theme } from '@/lib/browser/theme'
import { emulatorWarning } from '@/lib/config/emulator'
import { type Theme, themes } from '@/lib/theme'
import banner from './emulator-banner.module.css'
import footer from './footer.module.css'

/** What every document has besides its header and footer. */
function DocumentParts() {
  return (
    <>
      <EmulatorBanner />
      <SavedTheme />
      <ContactLinks />
      <Analytics />
    </>
  )
}

/** Spec section 2. Rendered in the browser, as static pages contain no settings. */
function EmulatorBanner() {
  if (!usePublicConfig()?.emulatorUrl) return null
  return (
    <aside className={banner.banner} aria-label="Emulator mode" data-emulator-banner="">
      {emulatorWarning}
    </aside>
  )
}

/** Hides links to the contact page where it has no address, and the sentences around them: see globals.css. */
function ContactLinks() {
  const isMissing = usePublicConfig()?.operator?.contactEmail === null
  useEffect(() => void document.documentElement.toggleAttribute('data-no-contact', isMissing), [isMissing])
  return null
}

/** Reports page views, from when the settings are known. Loads the code only where a tag is configured. */
function Analytics() {
  const path = usePathname()
  const tag = usePublicConfig()?.analytics

  useEffect(() => {
    if (tag)
      void ifLoaded(import('@/lib/browser/consent/analytics'), ({ trackPageView }) =>
        trackPageView(tag, path),
      )
  }, [tag, path])
  return null
}

/** Restores the theme when React has replaced the document (`global-error`), and updates a page restored by Back. */
function SavedTheme() {
  useEffect(() => {
    showSavedTheme()
    window.addEventListener('pageshow', showSavedTheme)
    return () => window.removeEventListener('pageshow', showSavedTheme)
  }, [])
  return null
}

/**
 * California's opt-out link with its icon (CCPA regulations, § 7015), where the site has a tag. It opens the same dialog as
 * "Cookie settings".
 */
function PrivacyChoices() {
  if (!usePublicConfig()?.analytics) return null
  return (
    <CookieSettings>
      <svg className={footer.optOut} viewBox="0 0 30 14" aria-hidden="true">
        <path d="M7 .7h16a6.3 6.3 0 0 1 0 12.6H7A6.3 6.3 0 0 1 7 .7z" fill="#fff" stroke="#06f" />
        <path d="M18 .7h5a6.3 6.3 0 0 1 0 12.6h-8z" fill="#06f" />
        <path d="m6 7.2 2.4 2.4 4.4-5.2" fill="none" stroke="#06f" />
        <path d="m19.6 4.6 4.8 4.8m0-4.8-4.8 4.8" stroke="#fff" />
      </svg>
      Your privacy choices
    </CookieSettings>
  )
}

function ThemeSwitch() {
  const chosen = useSyncExternalStore(theme.subscribe, theme.current)
  return (
    <div className={`row ${footer.theme}`}>
      <label htmlFor="theme">Theme</label>
      <select
        id="theme"
        value={chosen}
        onChange={({ currentTarget }) => chooseTheme(currentTarget.value as Theme)}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
    </div>
  )
}

const names: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

/** The components of `Deferred`: in one chunk, as all pages need all of them. */
export const deferredParts = {
  AccountMenu,
  DocumentParts,
  PrivacyChoices,
  ThemeSwitch,
}
