/** The environment of what is measured: production, a session of our own, and none of the developer's settings. */
import { siteSettings } from '../../lib/config/config'
import { childEnvironment, serverSettings } from '../../lib/server/config'
import type { MeasuredSession } from './measured-session'

/** Where the sessions are: a folder for the embedded database, or the address of PostgreSQL. */
export type Store = { DATA_DIR: string } | { DATABASE_URL: string }

export function measuredEnvironment(session: MeasuredSession, store: Store): NodeJS.ProcessEnv {
  const { projectId, keysUrl } = session
  const identity = { apiKey: 'measured', projectId, authDomain: '127.0.0.1' }
  const unset = Object.keys({ ...siteSettings, ...serverSettings }).map((name) => [name, null])
  return childEnvironment({
    ...Object.fromEntries(unset),
    FIREBASE_AUTH_EMULATOR_HOST: null,
    GOOGLE_APPLICATION_CREDENTIALS: null,
    FIREBASE_WEBAPP_CONFIG: JSON.stringify(identity),
    SESSION_KEYS_URL: keysUrl,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    // Next's own mark that the `.env` files have been read: it leaves them alone.
    __NEXT_PROCESSED_ENV: 'true',
    ...store,
  })
}
