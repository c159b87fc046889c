'use client'
import { useSyncExternalStore } from 'react'
import { publicConfig } from '@/lib/browser/config'
import type { PublicConfig } from '@/lib/config/config'

/** The public configuration on a static page, whose HTML has no settings; null until it's loaded. */
export function usePublicConfig(): PublicConfig | null {
  return useSyncExternalStore(publicConfig.subscribe, publicConfig.current, () => null)
}
