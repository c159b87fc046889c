'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import { finishNavigation, isNavigationSlow, watchNavigation } from '@/lib/browser/http/navigation'
import styles from './page-progress.module.css'

/** A bar while the next page is slow to load. Next announces that page's title on arrival. */
export function PageProgress() {
  const path = usePathname()
  const isSlow = useSyncExternalStore(watchNavigation, isNavigationSlow, () => false)
  useEffect(() => finishNavigation(path), [path])
  return (
    <div role="status" className={styles.progress}>
      {isSlow && 'Loading…'}
    </div>
  )
}
