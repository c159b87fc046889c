'use client'
import { useEffect, useSyncExternalStore } from 'react'
import { Analytics } from '@/components/consent/analytics'
import { AccountMenu } from '@/components/session/account-menu'
import { usePublicConfig } from '@/components/ui/public-config'
import { chooseTheme, showKeptTheme, theme } from '@/lib/browser/theme'
import { emulatorWarning } from '@/lib/config/emulator'
import { type Theme, themes } from '@/lib/theme'
import banner from './emulator-banner.module.css'
import footer from './footer.module.css'

/** Spec section 2. Rendered in the browser, as static pages contain no setting. */
function EmulatorBanner() {
  if (!usePublicConfig()?.emulatorUrl) return null
  return (
    <aside className={banner.banner} aria-label="Emulator mode" data-emulator-banner="">
      {emulatorWarning}
    </aside>
  )
}

/** Where React has drawn the whole document, what the boot script had set is gone; a page that Back brings may have missed a change. */
function KeptTheme() {
  useEffect(() => {
    showKeptTheme()
    window.addEventListener('pageshow', showKeptTheme)
    return () => window.removeEventListener('pageshow', showKeptTheme)
  }, [])
  return null
}

/** Light, dark, or as the device says. */
function ThemeSwitch() {
  const chosen = useSyncExternalStore(theme.subscribe, theme.current)
  return (
    <div className={footer.theme}>
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

/** The components of `Late`: together, as all pages need all of them. */
export const lateParts = { AccountMenu, Analytics, EmulatorBanner, KeptTheme, ThemeSwitch }
