'use client'
import { useId, useSyncExternalStore } from 'react'
import { useHydrated } from '@/components/ui/hydrated'
import { chooseTheme, theme } from '@/lib/browser/theme'
import { type Theme, themes } from '@/lib/theme'
import styles from './footer.module.css'

const names: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

/** Light, dark, or as the device says. */
export function ThemeSwitch() {
  const id = useId()
  const isHydrated = useHydrated()
  const chosen = useSyncExternalStore(theme.subscribe, theme.current, () => 'system' as const)
  return (
    <div className={styles.theme}>
      <label htmlFor={id}>Theme</label>
      <select
        id={id}
        value={chosen}
        disabled={!isHydrated}
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
