import 'server-only'
/** Whether a public key can verify anything, asked before it is kept: who signs in by it later would find out too late. */
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import type { keyAlgorithms } from './ceremony'

/** A key by the labels of COSE (RFC 9052 section 7, RFC 9053 section 7, RFC 8230 section 4). */
type CoseKey = ReadonlyMap<number, unknown>

const label = { type: 1, algorithm: 3 } as const
const rsaBits = { min: 2048, max: 4096 } as const

/** What a key of each algorithm must be, and where its parts stand. */
const shapes: Readonly<
  Record<(typeof keyAlgorithms)[number], { cose: [number, unknown][]; jwk: JsonWebKey; parts: object }>
> = {
  [-7]: {
    cose: [
      [label.type, 2],
      [-1, 1],
    ],
    jwk: { kty: 'EC', crv: 'P-256' },
    parts: { x: -2, y: -3 },
  },
  [-8]: {
    cose: [
      [label.type, 1],
      [-1, 6],
    ],
    jwk: { kty: 'OKP', crv: 'Ed25519' },
    parts: { x: -2 },
  },
  [-257]: { cose: [[label.type, 3]], jwk: { kty: 'RSA' }, parts: { n: -1, e: -2 } },
}

/** Its type fits its algorithm, its point is on the curve, and it isn't so long that checking it would cost the server. */
export function canVerify(key: CoseKey): boolean {
  const shape = Object.entries(shapes).find(
    ([algorithm]) => Number(algorithm) === key.get(label.algorithm),
  )?.[1]
  if (!shape?.cose.every(([name, value]) => key.get(name) === value)) return false
  const parts = Object.entries(shape.parts).map(([name, at]) => [name, key.get(at)] as const)
  if (!parts.every(([, part]) => part instanceof Uint8Array)) return false
  const read = parts.map(([name, part]) => [name, Buffer.from(part as Uint8Array).toString('base64url')])
  try {
    const jwk = { ...shape.jwk, ...Object.fromEntries(read) }
    const { asymmetricKeyDetails } = createPublicKey({ key: jwk, format: 'jwk' })
    const { modulusLength: bits } = asymmetricKeyDetails ?? {}
    return bits === undefined || (bits >= rsaBits.min && bits <= rsaBits.max)
  } catch {
    return false
  }
}
