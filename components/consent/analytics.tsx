'use client'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { usePublicConfig } from '@/components/ui/public-config'
import { ifLoaded } from '@/lib/browser/errors/loading'

/** Paths not yet reported. */
const viewed: string[] = []

/** Reports page views, queued until the settings arrive. Loads the code only where a tag is configured. */
export function Analytics() {
  const path = usePathname()
  const tag = usePublicConfig()?.analytics

  useEffect(() => {
    viewed.push(path)
    if (tag)
      void ifLoaded(import('@/lib/browser/consent/analytics'), (analytics) =>
        analytics.trackPageViews(tag, viewed),
      )
  }, [tag, path])
  return null
}
