import 'client-only'
import type { PublicConfig } from '@/lib/config/config'
import { apiRoutes } from '@/lib/site/api-routes'
import { fetchJson, remoteValue } from './http/remote-value'

/** The public runtime configuration. Static pages contain no settings and fetch it once. */
export const publicConfig = remoteValue(() => fetchJson(apiRoutes.config) as Promise<PublicConfig | null>)
