/** The servers with the keys for sessions and tokens, and this machine's clock, by their responses. */
import ms from 'ms'
import * as v from 'valibot'
import { fetchServer } from '../../lib/server/identity/identity'
import { clockSkewSeconds } from '../../lib/session/token'
import { type DoctorContext, type Finding, ok, problem, warning } from './finding'

/** Not with the emulator, which signs nothing. */
export async function examineKeyServers({ config }: DoctorContext): Promise<Finding[]> {
  const { public: site, session } = config
  if (!site.identity || site.emulatorUrl) return []
  const results = await Promise.all([
    fetchKeys({ subject: 'Session keys', url: session.keysUrl, keys: jsonKeys }),
    fetchKeys({ subject: 'Token keys', url: tokenKeysUrl, keys: certificates }),
  ])
  const [clock] = results.flatMap(({ aheadMs }) => aheadMs ?? [])
  const findings = results.map(({ finding }) => finding)
  return clock === undefined ? findings : [...findings, describeClock(clock)]
}

/** The URL of the Admin SDK (firebase-admin, auth/token-verifier, CLIENT_CERT_URL). */
const tokenKeysUrl =
  'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com'

/** A JWK set (RFC 7517), and certificates by key ID. */
const jsonKeys = v.object({
  keys: v.pipe(
    v.array(v.looseObject({ kty: v.literal('RSA'), kid: v.string(), n: v.string() })),
    v.nonEmpty(),
  ),
})
const certificates = v.record(v.string(), v.pipe(v.string(), v.startsWith('-----BEGIN CERTIFICATE-----')))

type KeyServer = { subject: string; url: string; keys: v.GenericSchema }

async function fetchKeys({ subject, url, keys }: KeyServer) {
  const { host } = new URL(url)
  const response = await fetchServer(url)
  const aheadMs = response?.aheadMs ?? null
  if (!response)
    return { finding: problem(subject, `${host} cannot be reached. Check firewall, proxy and DNS`), aheadMs }
  if (response.isOk && v.is(keys, response.body)) return { finding: ok(subject, `from ${host}`), aheadMs }
  const words = response.isOk
    ? `the response of ${host} has no usable key`
    : `${host} answers ${response.status}`
  const help = 'Try again later, and check that it is the right server (SESSION_KEYS_URL, proxy)'
  return { finding: problem(subject, `${words}. ${help}`), aheadMs }
}

/** Whether this machine's clock is right; a negative offset is behind. */
export function describeClock(aheadMs: number): Finding {
  const off = Math.abs(aheadMs)
  if (off <= ms('5s')) return ok('Clock', 'right to within a few seconds')
  const words = `${ms(off, { long: true })} ${aheadMs > 0 ? 'ahead of' : 'behind'} the key server's`
  if (off <= clockSkewSeconds * 1000) return warning('Clock', `${words}. Use NTP`)
  return problem('Clock', `${words}: sessions are rejected or last too long. Use NTP`)
}
