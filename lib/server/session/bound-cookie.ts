import 'server-only'
/** The short-lived cookie that only the device of a bound session can get again. */
import { randomBytes } from 'node:crypto'
import { addressBlock } from '@/lib/http/origin'
import { recordBinding } from '@/lib/server/database/bindings'
import type { Binding, FoundSession } from '@/lib/server/database/sessions'
import { requestFacts } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import { sessionCookies } from '@/lib/session/cookies'
import { isEqual, macOf } from './signed-values'

/** Scripts never read it, and no other site can set it. The browser is told these attributes when it binds. */
export const boundCookie = {
  name: '__Host-bound',
  attributes: 'Path=/; Secure; HttpOnly; SameSite=Lax',
} as const

/** Each value is good for its own time, so lost answers and several at once do no harm. */
const validSeconds = 600
/** Shorter, so that the browser refreshes it before. */
const maxAgeSeconds = 540

/** A new value as a `Set-Cookie` header. It remembers, unreadably, the network that it was given to. */
export function newBoundCookie(binding: Binding, clientAddress: string | null): string {
  const expiresAt = Math.floor(Date.now() / 1000) + validSeconds
  const nonce = randomBytes(9).toString('base64url')
  const content = `${expiresAt}.${networkOf(binding, clientAddress)}.${nonce}`
  const value = `${content}.${signatureOf(binding, content)}`
  return `${boundCookie.name}=${value}; ${boundCookie.attributes}; Max-Age=${maxAgeSeconds}`
}

/** Deletes the cookie, so that the browser gets the right one. */
export const clearedBoundCookie = `${boundCookie.name}=; ${boundCookie.attributes}; Max-Age=0`

/** Whether a `Cookie` header has any bound cookie. */
export function hasBoundCookie(header: string | null): boolean {
  return sessionCookies(header, boundCookie.name).length > 0
}

/** Whether a `Cookie` header has a valid bound cookie of this binding. */
export function isOnDevice(binding: Binding, header: string | null): boolean {
  return readValues(binding, header).some(({ expiresAt }) => Date.now() / 1000 < expiresAt)
}

/**
 * Logs a bound session's cookie that came without its bound cookie. Browsers drop an expired value themselves, so one that comes
 * from another network than it was given to is a copy, which the list of sessions then tells its owner.
 */
export async function reportUnbound({ binding, userId }: FoundSession, headers: Headers): Promise<void> {
  if (!binding) return
  const { clientAddress } = requestFacts(headers)
  const network = networkOf(binding, clientAddress)
  const isCopied = readValues(binding, headers.get('cookie')).some((value) => value.network !== network)
  if (isCopied) await recordBinding(binding, 'copiedAt')
  if (isCopied) log('warn', 'session.stolen-cookie', { userId, clientAddress })
  else log('info', 'session.unbound', { userId })
}

type BoundValue = { expiresAt: number; network: string }

/** The values that were signed for this binding, valid or expired. */
function readValues(binding: Binding, header: string | null): BoundValue[] {
  return sessionCookies(header, boundCookie.name).flatMap((value) => {
    const [, content = '', expiresAt = '', network = '', mac = ''] =
      /^((\d{1,12})\.([\w-]{16})\.[\w-]{12})\.([\w-]{43})$/.exec(value) ?? []
    const isOurs = mac !== '' && isEqual(mac, signatureOf(binding, content))
    return isOurs ? [{ expiresAt: Number(expiresAt), network }] : []
  })
}

function networkOf({ secret }: Binding, clientAddress: string | null): string {
  return macOf(secret, `network ${addressBlock(clientAddress)}`).slice(0, 16)
}

function signatureOf({ secret }: Binding, content: string): string {
  return macOf(secret, `cookie ${content}`)
}
