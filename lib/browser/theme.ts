import 'client-only'
import { type Theme, themeKey, themes } from '@/lib/theme'
import { tryStorage } from './site-data'

/** The theme of this page, chosen here or in another tab. A store for `useSyncExternalStore`. */
export const theme = {
  subscribe(listener: () => void): () => void {
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  },
  current(): Theme {
    const shown = document.documentElement.dataset.theme
    return themes.find((known) => known === shown) ?? 'system'
  },
}

/** Shows the theme, and stores it for other pages if the browser allows that. */
export function chooseTheme(chosen: Theme): void {
  tryStorage(({ local }) => {
    if (chosen === 'system') local.removeItem(themeKey)
    else local.setItem(themeKey, chosen)
  })
  showTheme(chosen === 'system' ? null : chosen)
}

/** Shows the stored theme after the document was replaced, as by `global-error`. */
export function showSavedTheme(): void {
  showTheme(tryStorage(({ local }) => local.getItem(themeKey)) ?? null)
}

/** Dispatches the event that the boot script also gets from other tabs. */
function showTheme(newValue: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key: themeKey, newValue }))
}
