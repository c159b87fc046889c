'use client'
import { useSyncExternalStore } from 'react'
import { chooseTheme, theme } from '@/lib/browser/theme'
import { type Theme, themes } from '@/lib/theme'
import styles from './footer.module.css'

const names: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

/** Light, dark, or as the device says. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(theme.subscribe, theme.current)
  return (
    <div className={styles.theme}>
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
