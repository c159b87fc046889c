import 'client-only'
import { type Theme, themeKey, themes } from '@/lib/theme'
import { tryStorage } from './site-data'

/** The theme of this page: as chosen here or in another tab. A store for `useSyncExternalStore`. */
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

/** Shows the theme and keeps it for other pages; if nothing can be kept, it is of this page only. */
export function chooseTheme(chosen: Theme): void {
  tryStorage(({ local }) => {
    if (chosen === 'system') local.removeItem(themeKey)
    else local.setItem(themeKey, chosen)
  })
  showTheme(chosen === 'system' ? null : chosen)
}

/** Shows the kept theme again where the document was replaced, as `global-error` does. */
export function showKeptTheme(): void {
  showTheme(tryStorage(({ local }) => local.getItem(themeKey)) ?? null)
}

/** Tells the boot script, which other tabs' events tell, too. */
function showTheme(newValue: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key: themeKey, newValue }))
}
