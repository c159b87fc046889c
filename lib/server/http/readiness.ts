import 'server-only'
/** Whether this process can serve visitors now. */
import { setTimeout as delay } from 'node:timers/promises'
import { serverConfig } from '@/lib/server/config'
import { isDatabaseReachable } from '@/lib/server/database/connection'
import { oncePerProcess } from '@/lib/server/process'
import { hasSessionKeys } from '@/lib/session/token'
import { isShuttingDown } from './shutdown'

/** Why the site isn't ready; reveals nothing about the network behind it. */
type NotReadyReason =
  | 'shutting-down'
  | 'build-not-whole'
  | 'identity-not-configured'
  | 'identity-keys-unavailable'
  | 'database-unavailable'

/** All reasons why the site isn't ready, within 1.5 s; empty if it is. */
export async function findNotReadyReasons(isBuildWhole: Promise<boolean>): Promise<NotReadyReason[]> {
  if (isShuttingDown()) return ['shutting-down']
  const { public: site } = serverConfig()
  const [hasDatabase, hasKeys, isWhole] = await Promise.all([
    checks.database(),
    site.identity ? checks.keys() : true,
    // The start has looked already; a disk that is slow is no fault of the build.
    Promise.race([isBuildWhole, delay(timeoutMs, true, { ref: false })]),
  ])
  const reasons: NotReadyReason[] = []
  if (!isWhole) reasons.push('build-not-whole')
  if (!site.identity) reasons.push('identity-not-configured')
  if (!hasKeys) reasons.push('identity-keys-unavailable')
  if (!hasDatabase) reasons.push('database-unavailable')
  return reasons
}

const checks = oncePerProcess('readiness', () => ({
  database: shared(isDatabaseReachable),
  keys: shared(canVerifySessions),
}))

const timeoutMs = 1_500
const cachedForMs = 2_000

/** One check at a time for all requests, cached for two seconds. A timeout counts as no. */
function shared(check: () => Promise<boolean>): () => Promise<boolean> {
  let result: Promise<boolean> | null = null
  return () => {
    result ??= check().finally(() => {
      setTimeout(() => {
        result = null
      }, cachedForMs).unref()
    })
    return Promise.race([result, delay(timeoutMs, false, { ref: false })])
  }
}

/** The emulator signs nothing, so it needs no keys. */
async function canVerifySessions(): Promise<boolean> {
  const { public: site, session } = serverConfig()
  return site.emulatorUrl !== null || hasSessionKeys(session.keysUrl)
}
