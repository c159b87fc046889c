import 'client-only'
import { ifAnswered, refusalCode } from '@/lib/browser/http/answers'
import { forgetStoredUser, freshToken } from '@/lib/browser/identity/identity'
import { fetchWithSession } from '@/lib/browser/session/fetch'
import { leave, whileLeaving } from '@/lib/browser/session/sign-out'
import type { PublicConfig } from '@/lib/config/config'
import type { ForeignCode } from '@/lib/identity/error-words'
import { routes } from '@/lib/site/routes'
import type { AccountOwner, Step } from './account'

/** Deletes the account and all that belongs to it; all tabs learn of it. */
export function deleteAccount(owner: AccountOwner): Promise<Step> {
  return whileLeaving(
    () => askForDeletion(owner),
    ({ status }) => status === 'done',
  )
}

/** Of a deletion: whether it happened nobody knows. */
let isAnswerLost = false

async function askForDeletion({ config, userId }: AccountOwner): Promise<Step> {
  const init = { method: 'DELETE', body: JSON.stringify({ userId }), signal: AbortSignal.timeout(20_000) }
  const response = await ifAnswered(fetchWithSession(config, routes.api.account, init))
  if (!response) {
    isAnswerLost = true
    return { status: 'failed', code: 'account-unreachable' }
  }
  if (!response.ok) {
    const code = await refusalCode(response)
    if (code !== 'no-session') {
      // With a code of ours the account is there, whatever was lost before; a proxy's answer says nothing.
      isAnswerLost = code === null
      return { status: 'failed', code: (code as ForeignCode | null) ?? 'account-unreachable' }
    }
    if (!isAnswerLost || !(await isGone(config))) return { status: 'failed', code: 'user-signed-out' }
  }
  leave('deleted')
  await forgetStoredUser(config)
  return { status: 'done' }
}

/** Whether the provider says that it gives this user no token any more. The second code is the emulator's. */
async function isGone(config: PublicConfig): Promise<boolean> {
  const token = await freshToken(config)
  return token.status === 'failed' && ['user-token-expired', 'invalid-refresh-token'].includes(token.code)
}
