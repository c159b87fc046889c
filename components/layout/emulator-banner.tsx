'use client'
import { useSyncExternalStore } from 'react'
import { publicConfig } from '@/lib/browser/config'
import { emulatorWarning } from '@/lib/config/emulator'
import styles from './emulator-banner.module.css'

/** Spec section 2. Rendered in the browser, as static pages contain no setting. */
export function EmulatorBanner() {
  const config = useSyncExternalStore(publicConfig.subscribe, publicConfig.current, () => null)
  if (!config?.emulatorUrl) return null
  return (
    <aside className={styles.banner} aria-label="Emulator mode" data-emulator-banner="">
      {emulatorWarning}
    </aside>
  )
}
