'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import { publicConfig } from '@/lib/browser/config'
import { ifLoaded } from '@/lib/browser/errors/loading'

/** Paths not yet reported. */
const viewed: string[] = []

/** Reports page views, queued until the settings arrive. Loads the code only where a tag is configured. */
export function Analytics() {
  const path = usePathname()
  const tag = useSyncExternalStore(publicConfig.subscribe, publicConfig.current, () => null)?.analytics

  useEffect(() => {
    viewed.push(path)
    if (tag)
      void ifLoaded(import('@/lib/browser/consent/analytics'), ({ viewPages }) => viewPages(tag, viewed))
  }, [tag, path])
  return null
}
