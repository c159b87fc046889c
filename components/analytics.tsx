'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import { publicConfig } from '@/lib/browser/config'
import { ifLoaded } from '@/lib/browser/loading'

/** Tells of each page that is viewed, where a tag is configured; its code is loaded only there. */
export function Analytics() {
  const path = usePathname()
  const tag = useSyncExternalStore(publicConfig.subscribe, publicConfig.current, () => null)?.analytics

  useEffect(() => {
    if (tag) void ifLoaded(import('@/lib/browser/analytics'), ({ viewPage }) => viewPage(tag, path))
  }, [tag, path])
  return null
}
