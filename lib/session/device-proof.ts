/** The proof that a browser signs with the key of its device (Device Bound Session Credentials). */
import { EmbeddedJWK, errors, importJWK, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as v from 'valibot'

/** What was signed, and the public key as JSON. */
export type DeviceProof = { challenge: string; jwk: string }

/** Verifies a proof by a known key, or else by the key that it shows. Null if it's no proof, or of another key. */
export async function readDeviceProof(proof: string, knownJwk?: string): Promise<DeviceProof | null> {
  const findKey: JWTVerifyGetKey = async (header, token) =>
    knownJwk ? importJWK(JSON.parse(knownJwk), algorithm) : EmbeddedJWK(header, token)
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, findKey, {
      typ: 'dbsc+jwt',
      algorithms: [algorithm],
    })
    const shown = v.safeParse(publicKey, protectedHeader.jwk)
    const jwk = knownJwk ?? (shown.success ? JSON.stringify(shown.output) : null)
    return jwk === null ? null : { challenge: String(payload.jti), jwk }
  } catch (error) {
    if (isAboutProof.some((kind) => error instanceof kind)) return null
    throw error
  }
}

/** The one that all devices have, TPMs included. */
const algorithm = 'ES256'

/** The last two are WebCrypto's, for a key that is none. */
const isAboutProof = [errors.JOSEError, DOMException, TypeError]

const coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const publicKey = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: coordinate, y: coordinate })
