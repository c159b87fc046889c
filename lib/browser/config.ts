import 'client-only'
import type { PublicConfig } from '@/lib/config/config'
import { apiRoutes } from '@/lib/site/api-routes'
import { fetchJson, remoteValue } from './http/remote-value'

/** The public runtime configuration. Static pages don't contain it, and fetch it once. */
export const publicConfig = remoteValue(async () => {
  const config = (await fetchJson(apiRoutes.config)) as PublicConfig | null
  // Spec section 8, 'Configuration'.
  if (config && !config.identity)
    console.error('Sign-in is not configured: the identity settings have no usable apiKey')
  return config
})
