/** A small server of signing keys for unit tests; the only fake is the network's other side. */
import type { KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { createKeyPair } from '../support/google/certificates'
import { closeServer, listen } from '../support/ports'

export type SigningKey = { keyId: string; privateKey: KeyObject; publicKey: KeyObject; publicJwk: JWK }

/** A fresh RSA key under a name. */
export async function createSigningKey(keyId: string): Promise<SigningKey> {
  const { privateKey, publicKey } = createKeyPair('rsa')
  const publicJwk = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }
  return { keyId, privateKey, publicKey, publicJwk }
}

/** A token signed with RS256; `header` may add to its header, or take `kid` away with undefined. */
export function signWith(
  { keyId, privateKey }: SigningKey,
  claims: JWTPayload,
  header: Record<string, unknown> = {},
): Promise<string> {
  const protectedHeader = { alg: 'RS256', kid: keyId, typ: 'JWT', ...header }
  return new SignJWT(claims).setProtectedHeader(protectedHeader).sign(privateKey)
}

/** What the key server says: `silent` accepts the connection and never answers. */
export type KeyServerAnswer = 'silent' | { status?: number; body: string }

/** The answer that publishes these keys. */
export const keySet = (...keys: SigningKey[]) => ({
  body: JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }),
})

export type KeyServer = Awaited<ReturnType<typeof startKeyServer>>

/** Listens on a free port of this machine. `onSilence` runs when a request gets no answer. */
export async function startKeyServer(first: KeyServerAnswer, onSilence = (): void => undefined) {
  let answer = first
  let requests = 0
  const server = createServer((_request, response) => {
    requests++
    if (answer === 'silent') return onSilence()
    response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json' }).end(answer.body)
  })
  return {
    url: `http://127.0.0.1:${await listen(server)}/keys`,
    requests: () => requests,
    answerWith(next: KeyServerAnswer): void {
      answer = next
    },
    stop: () => closeServer(server),
  }
}
