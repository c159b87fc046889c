'use client'
import { useSyncExternalStore } from 'react'
import { fetchJson, remoteValue } from '@/lib/browser/http/remote-value'
import type { PublicConfig } from '@/lib/config/config'
import { apiRoutes } from '@/lib/site/api-routes'

/** The public configuration on a static page, whose HTML has no settings; null until it's loaded. */
export function usePublicConfig(): PublicConfig | null {
  return useSyncExternalStore(publicConfig.subscribe, publicConfig.current, () => null)
}

/** The public runtime configuration. Static pages don't contain it, and fetch it once. */
const publicConfig = remoteValue(async () => {
  const config = (await fetchJson(apiRoutes.config)) as PublicConfig | null
  // Spec section 8, 'Configuration'.
  if (config && !config.identity)
    console.error('Sign-in is not configured: the identity settings have no usable apiKey')
  return config
})
