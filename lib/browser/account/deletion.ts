import 'client-only'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { nullIfNoResponse } from '@/lib/browser/http/response'
import { freshToken } from '@/lib/browser/identity/identity'
import { endDeleted, whileLeaving } from '@/lib/browser/session/ending'
import { fetchWithSession } from '@/lib/browser/session/fetch'
import type { PublicConfig } from '@/lib/config/config'
import type { ForeignCode } from '@/lib/identity/error-words'
import { accountRequests } from '@/lib/site/account-routes'
import type { StepOutcome } from './account'
import type { AccountOwner } from './owner'

/** Deletes the account and everything in it, and broadcasts it to all tabs. */
export function requestDeletion(owner: AccountOwner): Promise<StepOutcome> {
  return whileLeaving(
    () => sendDeletion(owner),
    ({ status }) => status === 'done',
  )
}

/** A request got no response, so the account may be deleted. */
let isResponseLost = false

/**
 * Retries once without a response: a second deletion does no harm and tells whether the first one succeeded, before the
 * page notices that its session has ended.
 */
async function sendDeletion({ config, userId }: AccountOwner): Promise<StepOutcome> {
  const init = { method: 'DELETE', body: JSON.stringify({ userId }), limitMs: 20_000 }
  const send = () => nullIfNoResponse(fetchWithSession(config, accountRequests.account, init))
  let response = await send()
  if (!response) {
    isResponseLost = true
    response = await send()
  }
  if (!response) return { status: 'failed', code: 'account-unreachable' }
  if (!response.ok) {
    const code = await refusalCode(response)
    if (code !== 'no-session') {
      // Our code means the account still exists, even if a response was lost; a proxy's says nothing.
      isResponseLost = code === null
      return { status: 'failed', code: (code as ForeignCode | null) ?? 'account-unreachable' }
    }
    if (!isResponseLost || !(await isUserDeleted(config)))
      return { status: 'failed', code: 'user-signed-out' }
  }
  await endDeleted(config)
  return { status: 'done' }
}

/** Whether the provider no longer issues tokens for this user. The second code is the emulator's. */
async function isUserDeleted(config: PublicConfig): Promise<boolean> {
  const token = await freshToken(config)
  return token.status === 'failed' && ['user-token-expired', 'invalid-refresh-token'].includes(token.code)
}
