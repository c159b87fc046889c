import 'server-only'
/** Requests sign-in links as the project's service account, so that each carries a nonce which proves its address. */
import * as v from 'valibot'
import { siteConfig } from '@/lib/config/config'
import { addressBlock, ownOrigin } from '@/lib/http/origin'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import type { RequestFacts } from '@/lib/server/http/request'
import { callAsAdmin } from '@/lib/server/identity/toolkit'
import { normalizeEmail, sentAddress } from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import { sessionLimits } from '@/lib/server/session/limits'
import { proofParameter } from '@/lib/session/address-proof'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes } from '@/lib/site/routes'
import { createLinkNonce } from './address-proof'

export const linkBody = v.object({
  email: sentAddress,
  next: v.optional(v.pipe(v.string(), v.maxLength(1000))),
})

type LinkRequest = v.InferOutput<typeof linkBody> & { headers: Headers; facts: RequestFacts }

export type LinkResult =
  | { status: 'sent' }
  | { status: 'refused'; code: 'invalid-email' | 'link-off' }
  | { status: 'refused'; code: 'rate-limited'; retryAfterSeconds: number }

/**
 * Sends a sign-in link. Whether the address has an account makes no difference, nor whether its mailbox has had its mails of
 * the day. `link-off`: the provider refuses us, or we have no address of our own for the link.
 */
export async function sendSignInLink({ email, next, headers, facts }: LinkRequest): Promise<LinkResult> {
  const { requestId, clientAddress } = facts
  const address = normalizeEmail(email.trim())
  const wait = clientAddress === null ? null : await limitSender(addressBlock(clientAddress), address)
  if (wait !== null) return { status: 'refused', code: 'rate-limited', retryAfterSeconds: wait }
  const continueUrl = await linkTarget(address, next, headers)
  if (!continueUrl) return { status: 'refused', code: 'link-off' }
  if ((await consumeLimit(sessionLimits.linkByMailbox, mailboxKey(address))) !== null)
    return { status: 'sent' }
  const sent = await callAsAdmin({
    method: 'accounts:sendOobCode',
    body: { requestType: 'EMAIL_SIGNIN', email: address, continueUrl, canHandleCodeInApp: true },
    headers: { 'x-firebase-locale': languageOf(headers) },
  })
  if (sent.status === 'ok' || revealingCodes.includes(sent.code)) return { status: 'sent' }
  if (sent.code === 'INVALID_EMAIL') return { status: 'refused', code: 'invalid-email' }
  log('warn', 'identity.link-refused', { requestId, code: sent.code })
  return { status: 'refused', code: 'link-off' }
}

async function limitSender(block: string, mailbox: string): Promise<number | null> {
  return (
    (await consumeLimit(sessionLimits.linkByAddress, block)) ??
    (await consumeLimit(sessionLimits.linkByAddressAndMailbox, `${block} ${mailboxKey(mailbox)}`))
  )
}

/**
 * One name for all addresses of a mailbox: without a plus tag, the dots in a Gmail address, and the final dot of the domain. For
 * counting only.
 */
export function mailboxKey(address: string): string {
  const at = address.lastIndexOf('@')
  const [name, domain] = [
    address.slice(0, at).replace(/(?<=.)\+.*/, ''),
    address.slice(at + 1).replace(/\.$/, ''),
  ]
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** They would tell who has an account. */
const revealingCodes = ['EMAIL_NOT_FOUND', 'USER_NOT_FOUND', 'USER_DISABLED']

/** Where the link leads, with its nonce. Null without a `SITE_URL`: anyone can send a `Host`, and would get the nonce there. */
async function linkTarget(
  address: string,
  next: string | undefined,
  headers: Headers,
): Promise<string | null> {
  const { public: site, origin: settings } = siteConfig()
  const origin = settings.siteUrl ?? (site.emulatorUrl ? ownOrigin(headers, settings) : null)
  if (!origin) return null
  const target = new URL(routes.authAction(safeReturnPath(next)), origin)
  target.searchParams.set(proofParameter, await createLinkNonce(address))
  return target.href
}

/** The browser's first language, for the mail. */
function languageOf(headers: Headers): string {
  return /^[a-z]{2,3}(-[a-z\d]{2,8})?/i.exec(headers.get('accept-language') ?? '')?.[0] ?? 'en'
}
