import 'server-only'
import { createPublicKey, type JsonWebKey } from 'node:crypto'

/** A key by COSE's labels (RFC 9052 and 9053), as the library decodes it. */
type CoseKey = { get(label: number): unknown }

/**
 * Throws unless a key can verify what its algorithm signs: one of that algorithm's type and curve (WebAuthn section 5.8.5),
 * with a point on the curve, or of 2,048 to 4,096 bits. Any other would be a passkey that never signs in.
 */
export function requireVerifyingKey(cose: CoseKey): void {
  const { asymmetricKeyDetails } = createPublicKey({ key: jwkOf(cose), format: 'jwk' })
  // Node imports any RSA key. Only RSA has these two.
  const { modulusLength = 2048, publicExponent = 3n } = asymmetricKeyDetails ?? {}
  if (modulusLength < 2048 || modulusLength > 4096) throw new Error(`RSA key of ${modulusLength} bits`)
  if (publicExponent < 3n || publicExponent % 2n === 0n) throw new Error('RSA exponent')
}

function jwkOf(cose: CoseKey): JsonWebKey {
  const [algorithm, type, first, second, third] = [3, 1, -1, -2, -3].map((label) => cose.get(label))
  if (algorithm === -8 && type === 1 && first === 6)
    return { kty: 'OKP', crv: 'Ed25519', x: base64urlOf(second) }
  if (algorithm === -7 && type === 2 && first === 1)
    return { kty: 'EC', crv: 'P-256', x: base64urlOf(second), y: base64urlOf(third) }
  if (algorithm === -257 && type === 3) return { kty: 'RSA', n: base64urlOf(first), e: base64urlOf(second) }
  throw new Error(`Key of type ${type} for algorithm ${algorithm}`)
}

function base64urlOf(value: unknown): string {
  if (!(value instanceof Uint8Array)) throw new Error('Key without bytes')
  return Buffer.from(value).toString('base64url')
}
