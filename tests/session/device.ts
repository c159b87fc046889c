/** A browser's part of a bound session: the key of its device, and the proofs that it signs. */
import { exportJWK, type JWK, SignJWT } from 'jose'
import { createKeyPair } from '../support/google/certificates'

export type Device = Awaited<ReturnType<typeof createDevice>>

/** Of a proof; `null` leaves the member out. */
type Proof = {
  typ?: string
  jwk?: JWK | null
  payload?: object
}

export async function createDevice() {
  const { publicKey, privateKey } = createKeyPair('ec')
  const jwk = await exportJWK(publicKey)
  return {
    jwk,
    /** A proof as Chromium signs it, or changed. For a refresh the browser leaves out the key. */
    prove(challenge: string, { typ = 'dbsc+jwt', jwk: shown = jwk, payload = {} }: Proof = {}) {
      const header = { alg: 'ES256', typ, ...(shown && { jwk: shown }) }
      return new SignJWT({ jti: challenge, ...payload }).setProtectedHeader(header).sign(privateKey)
    },
  }
}

/** A proof that nobody signed. */
export function unsigned(challenge: string, header: object): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${part({ typ: 'dbsc+jwt', ...header })}.${part({ jti: challenge })}.`
}

/** A proof by a key of another kind. */
export async function provedByRsa(challenge: string): Promise<string> {
  const { publicKey, privateKey } = createKeyPair('rsa')
  const header = { alg: 'RS256', typ: 'dbsc+jwt', jwk: await exportJWK(publicKey) }
  return new SignJWT({ jti: challenge }).setProtectedHeader(header).sign(privateKey)
}

/** The challenge in an answer's header. */
export function challengeIn({ headers }: { headers: Headers }): string {
  const text =
    headers.get('secure-session-registration') ?? `challenge=${headers.get('secure-session-challenge')}`
  return /challenge="([^"]+)"/.exec(text)?.[1] ?? ''
}

/** The bound cookie that an answer sets, as a browser sends it; empty if none. */
export function boundCookieIn({ headers }: { headers: Headers }): string {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split('; ', 1)[0] ?? '')
  return pairs.find((pair) => pair.startsWith('__Host-bound=')) ?? ''
}
