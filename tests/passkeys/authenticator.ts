/** A software authenticator (ES256). With `Overrides` it breaks the rules of WebAuthn. */

import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@/lib/passkeys/passkeys'
import { createKeyPair } from '../support/google/certificates'

/** A key pair, and whose it is. */
export type SoftKey = {
  id: string
  rpId: string
  userHandle: string
  publicKey: KeyObject
  privateKey: KeyObject
  counter: number
}

/** Values that replace the true ones. */
export type Overrides = {
  origin?: string
  crossOrigin?: boolean
  type?: string
  challenge?: string
  rpId?: string
  isVerified?: boolean
  isPresent?: boolean
  isBackupEligible?: boolean
  isBackedUp?: boolean
  counter?: number
  /** Null: left out. */
  userHandle?: string | null
  credentialId?: string
  signWith?: KeyObject
  aaguid?: string
  attestation?: { fmt: string; attStmt: Map<string, unknown> }
  transports?: unknown
  /** The second coordinate of its public key. */
  y?: Uint8Array
  key?: SoftKey
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Creates a key and the credential that registers it. */
export function register({ options }: PasskeyCreationOptions, origin: string, lie: Overrides = {}) {
  const rpId = options.rp.id ?? ''
  const fresh = {
    id: base64url(randomBytes(32)),
    rpId,
    userHandle: options.user.id,
    counter: lie.counter ?? 0,
  }
  const key: SoftKey = lie.key ?? { ...fresh, ...createKeyPair('ec') }
  const clientDataJSON = clientData('webauthn.create', options.challenge, origin, lie)
  const id = Buffer.from(lie.credentialId ?? key.id, 'base64url')
  const { x = '', y = '' } = key.publicKey.export({ format: 'jwk' })
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, lie.y ?? new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const aaguid = Buffer.from((lie.aaguid ?? '0'.repeat(32)).replaceAll('-', ''), 'hex')
  const made = Buffer.concat([aaguid, length, id, isoCBOR.encode(cose)])
  const { fmt, attStmt } = lie.attestation ?? { fmt: 'none', attStmt: new Map() }
  const attestation = new Map<string, unknown>([
    ['fmt', fmt],
    ['attStmt', attStmt],
    ['authData', new Uint8Array(Buffer.concat([authenticatorData(rpId, key.counter, lie, 0x40), made]))],
  ])
  const attestationObject = base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]))
  const transports = 'transports' in lie ? lie.transports : ['internal', 'hybrid']
  const response = { clientDataJSON: base64url(clientDataJSON), attestationObject, transports }
  return { key, credential: credentialOf(base64url(id), response) }
}

/** Signs a challenge with a key. */
export function signAssertion(
  key: SoftKey,
  { options }: PasskeyRequestOptions,
  origin: string,
  lie: Overrides = {},
) {
  const clientDataJSON = clientData('webauthn.get', options.challenge, origin, lie)
  const data = authenticatorData(key.rpId, key.counter, lie, 0)
  const signed = Buffer.concat([data, sha256(clientDataJSON)])
  const userHandle = lie.userHandle === undefined ? key.userHandle : lie.userHandle
  return credentialOf(lie.credentialId ?? key.id, {
    clientDataJSON: base64url(clientDataJSON),
    authenticatorData: base64url(data),
    signature: base64url(sign('sha256', signed, lie.signWith ?? key.privateKey)),
    userHandle,
  })
}

function credentialOf<T>(id: string, response: T) {
  return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults: {} }
}

function clientData(type: string, challenge: string, origin: string, lie: Overrides): string {
  const { crossOrigin = false } = lie
  const said = { type: lie.type ?? type, challenge: lie.challenge ?? challenge }
  return JSON.stringify({ ...said, origin: lie.origin ?? origin, crossOrigin })
}

function authenticatorData(rpId: string, counter: number, lie: Overrides, moreFlags: number): Buffer {
  const { isPresent = true, isVerified = true, isBackupEligible = true, isBackedUp = true } = lie
  const flags =
    (isPresent ? 1 : 0) |
    (isVerified ? 4 : 0) |
    (isBackupEligible ? 8 : 0) |
    (isBackedUp ? 16 : 0) |
    moreFlags
  const count = Buffer.alloc(4)
  count.writeUInt32BE(lie.counter ?? counter)
  return Buffer.concat([sha256(lie.rpId ?? rpId), Buffer.from([flags]), count])
}
