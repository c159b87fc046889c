'use client'
import { useSyncExternalStore } from 'react'
import { publicConfig } from '@/lib/browser/config'
import { emulatorWarning } from '@/lib/config/emulator'
import styles from './emulator-banner.module.css'

/** Spec section 2. Drawn in the browser on every page, as static pages hold no setting; it takes no click. */
export function EmulatorBanner() {
  const config = useSyncExternalStore(publicConfig.subscribe, publicConfig.current, () => null)
  if (!config?.emulatorUrl) return null
  return (
    <aside className={styles.banner} aria-label="Emulator mode" data-emulator-banner="">
      {emulatorWarning}
    </aside>
  )
}
