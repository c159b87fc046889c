/** The servers whose keys verify sessions and tokens; their answers also tell what time it is. */
import { createPublicKey, X509Certificate } from 'node:crypto'
import ms from 'ms'
import * as v from 'valibot'
import type { ServerConfig } from '../../lib/server/config'
import { describeClock } from './clock'
import { type Finding, ok, problem } from './finding'

/** Asks each for its keys. Nobody needs them without a provider, nor with the emulator, which signs nothing. */
export async function examineKeyServers({ public: site, session }: ServerConfig): Promise<Finding[]> {
  if (!site.identity || site.emulatorUrl) return []
  const answers = await Promise.all([
    askKeys({ subject: 'Session keys', url: session.keysUrl, countKeys: countJsonKeys }),
    askKeys({ subject: 'Token keys', url: tokenKeysUrl, countKeys: countCertificates }),
  ])
  const clocks = answers.flatMap(({ aheadMs }) => aheadMs ?? [])
  const clock = clocks[0] === undefined ? [] : [describeClock(clocks[0])]
  return [...answers.map(({ finding }) => finding), ...clock]
}

/** Where the Admin SDK looks (firebase-admin, auth/token-verifier, CLIENT_CERT_URL). */
const tokenKeysUrl =
  'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com'

const answerWithinMs = ms('4s')

type Answer = {
  finding: Finding /** How far our clock is ahead of theirs; null if they do not tell. */
  aheadMs: number | null
}

type KeyQuestion = { subject: string; url: string; countKeys(text: string): number }

async function askKeys({ subject, url, countKeys }: KeyQuestion): Promise<Answer> {
  const { host } = new URL(url)
  try {
    const askedAt = Date.now()
    const response = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) })
    const aheadMs = clockAhead(response.headers.get('date'), (askedAt + Date.now()) / 2)
    const text = await response.text()
    if (!response.ok)
      return { finding: problem(subject, `${host} answers ${response.status}. ${afterwards}`), aheadMs }
    const count = countKeys(text)
    if (count > 0) return { finding: ok(subject, `${count} from ${host}`), aheadMs }
    return { finding: problem(subject, `what ${host} answers holds no usable key. ${afterwards}`), aheadMs }
  } catch (error) {
    if (!isNetworkFault(error)) throw error
    const words = `${host} cannot be reached. Let this machine ask it (firewall, proxy, DNS)`
    return { finding: problem(subject, words), aheadMs: null }
  }
}

const afterwards = 'Try again later; is it the right server (SESSION_KEYS_URL, proxy)?'

function isNetworkFault(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')
}

/** The header has whole seconds, cut off: on average half a second is missing. */
function clockAhead(date: string | null, ownTime: number): number | null {
  const theirTime = Date.parse(date ?? '')
  return Number.isNaN(theirTime) ? null : ownTime - (theirTime + 500)
}

/** A JWK set (RFC 7517). */
function countJsonKeys(text: string): number {
  const set = v.safeParse(keySet, parseJson(text))
  if (!set.success) return 0
  return set.output.keys.filter((key) => isUsable(() => createPublicKey({ key, format: 'jwk' }))).length
}

const keySet = v.object({ keys: v.array(v.looseObject({ kty: v.literal('RSA'), kid: v.string() })) })

/** An object of certificates, by their key ids. */
function countCertificates(text: string): number {
  const set = v.safeParse(v.record(v.string(), v.string()), parseJson(text))
  if (!set.success) return 0
  return Object.values(set.output).filter((pem) => isUsable(() => new X509Certificate(pem))).length
}

function isUsable(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
