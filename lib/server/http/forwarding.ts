import 'server-only'
import { siteConfig } from '@/lib/config/config'
import { isForwarded } from '@/lib/http/origin'
import { log } from '@/lib/server/log/log'

const sharedKey = Symbol.for('foyer.forwarding')

/** Next loads this file more than once a process, and anyone can send the header: one line a process, never one each. */
const shared = globalThis as { [sharedKey]?: boolean }

/** Warns once if a proxy seems to stand in front that no setting names: all visitors then share one address's limits. */
export function noteForwarding(headers: Headers): void {
  if (shared[sharedKey] || siteConfig().origin.trustedProxies > 0 || !isForwarded(headers)) return
  shared[sharedKey] = true
  log('warn', 'proxy.untrusted-forwarding', {
    variable: 'TRUSTED_PROXIES',
    problem:
      'is 0, but X-Forwarded-For came. Behind a proxy all visitors count as one address: set how many there are',
  })
}
