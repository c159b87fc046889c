import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { canVerify } from '@/lib/server/passkeys/keys'

const bytes = (part = '') => new Uint8Array(Buffer.from(part, 'base64url'))

function ec(namedCurve = 'P-256') {
  const { x, y } = generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' })
  return keyOf([1, 2], [3, -7], [-1, 1], [-2, bytes(x)], [-3, bytes(y)])
}

function okp() {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  return keyOf([1, 1], [3, -8], [-1, 6], [-2, bytes(x)])
}

function rsa(modulusLength = 2048) {
  const { n, e } = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
  return keyOf([1, 3], [3, -257], [-1, bytes(n)], [-2, bytes(e)])
}

const keyOf = (...entries: [number, unknown][]) => new Map(entries)
const changed = (key: Map<number, unknown>, at: number, value: unknown) => new Map(key).set(at, value)

test.each([
  ['ES256', ec()],
  ['Ed25519', okp()],
  ['RS256', rsa()],
])('a key for %s can verify', (_, key) => {
  expect(canVerify(key)).toBe(true)
})

test.each([
  ['a point off the curve', changed(ec(), -3, new Uint8Array(32).fill(2))],
  ['another curve', ec('P-384')],
  ['the name of another curve', changed(ec(), -1, 2)],
  ['a compressed point', changed(ec(), -3, true)],
  ['an Ed25519 key of 31 bytes', changed(okp(), -2, new Uint8Array(31).fill(1))],
  ['an Ed25519 key of 33 bytes', changed(okp(), -2, new Uint8Array(33).fill(1))],
  ['an RSA key of 4,104 bits', rsa(4104)],
  ['an RSA key of 1,024 bits', rsa(1024)],
  ['an RSA key without a modulus', changed(rsa(), -1, new Uint8Array())],
  ['a type that doesn’t fit the algorithm', changed(ec(), 3, -257)],
  ['an algorithm that isn’t ours', changed(ec(), 3, -35)],
  ['no algorithm', new Map()],
])('%s can’t', (_, key) => {
  expect(canVerify(key)).toBe(false)
})
