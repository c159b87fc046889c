import 'client-only'
import type { PublicConfig } from '../config'
import { routes } from '../routes'
import { fetchJson, remoteValue } from './remote-value'

/** The public runtime configuration; static pages hold no setting and ask for it once. */
export const publicConfig = remoteValue(
  async () => (await fetchJson(routes.api.config)) as PublicConfig | null,
)
