import 'server-only'
import {
  type App,
  applicationDefault,
  type Credential,
  cert,
  getApps,
  initializeApp,
} from 'firebase-admin/app'
import { codeOf } from '@/lib/error-code'
import { serverConfig } from '@/lib/server/config'
import { withTimeLimit } from '@/lib/time/time-limit'

/** Our limit for the provider's answers; the SDK's own timeouts are minutes. */
export const answerWithinMs = 4_000

/** Shared through the SDK's own registry, as Next loads this module more than once per process. */
export function adminApp(): App {
  const [app] = getApps()
  if (app) return app
  const { serviceAccount, public: site } = serverConfig()
  const projectId = site.identity?.projectId
  if (!projectId) throw new Error('FIREBASE_WEBAPP_CONFIG is not set: identity is not configured')
  if (site.emulatorUrl) return initializeApp({ projectId })
  const credential = serviceAccount ? impatientCredential(serviceAccount) : applicationDefault()
  return initializeApp({ projectId, credential })
}

/**
 * The SDK requests access tokens without a timeout, and later callers share the pending request: if its
 * answer is lost, nobody can sign in anymore. So after a timeout we replace the credential. The SDK caches
 * credentials by the content of their key file, hence the number in it.
 */
function impatientCredential(serviceAccount: Record<string, unknown>): Credential {
  const create = (number: number) => {
    const keyFile: Record<string, unknown> = { ...serviceAccount, asker: number }
    return { number, credential: cert(keyFile) }
  }
  let asker = create(1)
  return {
    getAccessToken: async () => {
      const asked = asker
      try {
        return await withTimeLimit(asked.credential.getAccessToken(), answerWithinMs)
      } catch (error) {
        if (codeOf(error) === 'timeout' && asker === asked) asker = create(asked.number + 1)
        throw error
      }
    },
  }
}
