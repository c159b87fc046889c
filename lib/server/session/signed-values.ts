import 'server-only'
/**
 * Values that this site signs and gets back: challenges, and proofs of an address. They need no row until they are used.
 * The key is in the database, so every instance verifies them; anyone who can read that table can sign.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { parseJson } from '@/lib/json'
import { valueHashOf } from '@/lib/server/database/ids'
import { currentSigningKeys, recordUse } from '@/lib/server/database/signing-keys'

/** What a value is for: a value of another purpose is refused. */
export type Purpose = 'challenge' | 'address-proof' | 'binding' | 'binding-refresh'

/** A value that this site signed. Times in seconds since 1970. */
export type Signed<Claims> = { value: string; claims: Claims; issuedAt: number; expiresAt: number }

/** Signs claims for a purpose; every value is different. */
export async function signValue(purpose: Purpose, claims: object, lifetimeSeconds: number): Promise<string> {
  const [key] = await currentSigningKeys()
  if (!key) throw new Error('There is no signing key')
  const issuedAt = Math.floor(Date.now() / 1000)
  const nonce = randomBytes(16).toString('base64url')
  const content = { purpose, claims, issuedAt, expiresAt: issuedAt + lifetimeSeconds, nonce }
  const signed = `${key.generation}.${Buffer.from(JSON.stringify(content)).toString('base64url')}`
  return `${signed}.${macOf(key.secret, signed)}`
}

/** Verifies signature, purpose and age; null if the value isn't ours or has expired. Doesn't use it. */
export async function readSignedValue<Schema extends v.GenericSchema>(
  purpose: Purpose,
  value: string,
  schema: Schema,
): Promise<Signed<v.InferOutput<Schema>> | null> {
  const [, generation, encoded, mac] = /^(\d{1,9})\.([\w-]{1,1500})\.([\w-]{43})$/.exec(value) ?? []
  if (!generation || !encoded || !mac) return null
  const key = (await currentSigningKeys()).find((known) => known.generation === Number(generation))
  if (!key || !isEqual(mac, macOf(key.secret, `${generation}.${encoded}`))) return null
  const content = v.safeParse(contentSchema, parseJson(Buffer.from(encoded, 'base64url').toString('utf8')))
  if (!content.success || content.output.purpose !== purpose) return null
  const { issuedAt, expiresAt } = content.output
  const claims = v.safeParse(schema, content.output.claims)
  return claims.success && Date.now() < expiresAt * 1000
    ? { value, claims: claims.output, issuedAt, expiresAt }
    : null
}

/** Uses a value. False if it was used before. */
export function takeSignedValue({ value, expiresAt }: Signed<unknown>): Promise<boolean> {
  return recordUse(valueHashOf(value), new Date(expiresAt * 1000))
}

const contentSchema = v.object({
  purpose: v.string(),
  claims: v.unknown(),
  issuedAt: v.number(),
  expiresAt: v.number(),
})

/** The HMAC of a text: 43 characters. */
export function macOf(secret: string, signed: string): string {
  return createHmac('sha256', secret).update(signed).digest('base64url')
}

/** Compares two of the same length, in the same time whatever they are. */
export function isEqual(sent: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(sent), Buffer.from(expected))
}
