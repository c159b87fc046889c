/** The servers whose keys verify sessions and tokens. Their responses also tell the time. */
import ms from 'ms'
import * as v from 'valibot'
import { parseJson } from '../../lib/json'
import { clockSkewSeconds } from '../../lib/session/token'
import { type Finding, ok, problem, type Situation, warning } from './finding'

/** Asks each for its keys, unless there is no provider, or only the emulator, which signs nothing. */
export async function examineKeyServers({ config }: Situation): Promise<Finding[]> {
  const { public: site, session } = config
  if (!site.identity || site.emulatorUrl) return []
  const answers = await Promise.all([
    askKeys({ subject: 'Session keys', url: session.keysUrl, keys: jsonKeys }),
    askKeys({ subject: 'Token keys', url: tokenKeysUrl, keys: certificates }),
  ])
  const [clock] = answers.flatMap(({ aheadMs }) => aheadMs ?? [])
  const findings = answers.map(({ finding }) => finding)
  return clock === undefined ? findings : [...findings, describeClock(clock)]
}

/** Where the Admin SDK looks (firebase-admin, auth/token-verifier, CLIENT_CERT_URL). */
const tokenKeysUrl =
  'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com'

/** A JWK set (RFC 7517). */
const jsonKeys = v.pipe(
  v.object({ keys: v.array(v.looseObject({ kty: v.literal('RSA'), kid: v.string(), n: v.string() })) }),
  v.transform(({ keys }) => keys.length),
)

/** Certificates by their key ids. */
const certificates = v.pipe(
  v.record(v.string(), v.pipe(v.string(), v.startsWith('-----BEGIN CERTIFICATE-----'))),
  v.transform((byId) => Object.keys(byId).length),
)

type KeyQuestion = {
  subject: string
  url: string
  /** Counts them in a response. */
  keys: v.GenericSchema<unknown, number>
}

/** `aheadMs` is how far our clock is ahead of theirs, if they tell. */
type Answer = { finding: Finding; aheadMs: number | null }

async function askKeys({ subject, url, keys }: KeyQuestion): Promise<Answer> {
  const { host } = new URL(url)
  try {
    const askedAt = Date.now()
    const response = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) })
    const aheadMs = clockAhead(response.headers.get('date'), (askedAt + Date.now()) / 2)
    const count = v.safeParse(keys, parseJson(await response.text()))
    if (!response.ok)
      return { finding: problem(subject, `${host} answers ${response.status}. ${afterwards}`), aheadMs }
    if (count.success && count.output > 0)
      return { finding: ok(subject, `${count.output} from ${host}`), aheadMs }
    return { finding: problem(subject, `the response of ${host} has no usable key. ${afterwards}`), aheadMs }
  } catch (error) {
    if (!isNetworkFault(error)) throw error
    const words = `${host} cannot be reached. Check firewall, proxy and DNS`
    return { finding: problem(subject, words), aheadMs: null }
  }
}

const answerWithinMs = ms('4s')
const afterwards = 'Try again later, and check that it is the right server (SESSION_KEYS_URL, proxy)'

/** Whether a `fetch` got no answer, or none in time. */
export function isNetworkFault(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')
}

/** The header has whole seconds, rounded down: on average half a second is missing. */
function clockAhead(date: string | null, ownTime: number): number | null {
  const theirTime = Date.parse(date ?? '')
  return Number.isNaN(theirTime) ? null : ownTime - (theirTime + 500)
}

/** Whether this machine's clock is right; a negative number is behind. */
export function describeClock(aheadMs: number): Finding {
  const off = Math.abs(aheadMs)
  if (off <= ms('5s')) return ok('Clock', 'right to within a few seconds')
  const words = `${ms(off, { long: true })} ${aheadMs > 0 ? 'ahead of' : 'behind'} the key server's`
  if (off <= clockSkewSeconds * 1000) return warning('Clock', `${words}. Use NTP`)
  return problem('Clock', `${words}: sessions are rejected or last too long. Use NTP`)
}
