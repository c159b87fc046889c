import 'client-only'
import type { PublicConfig } from '../config'
import { routes } from '../routes'
import type { AccountOwner, Step } from './account'
import { ifAnswered, refusalCode } from './answers'
import { freshToken, withoutVerdicts } from './identity'
import { fetchWithSession } from './session-fetch'
import { forgetPerson } from './sign-out'
import { tellTabs } from './tabs'

/** Deletes the account and all that belongs to it; all tabs learn of it. */
export function deleteAccount(owner: AccountOwner): Promise<Step> {
  return withoutVerdicts(() => askForDeletion(owner))
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
      return { status: 'failed', code: code ?? 'account-unreachable' }
    }
    if (!isAnswerLost || !(await isGone(config))) return { status: 'failed', code: 'user-signed-out' }
  }
  tellTabs('deleted')
  await forgetPerson(config)
  return { status: 'done' }
}

/** Whether the provider says that it gives this user no token any more. The second code is the emulator's. */
async function isGone(config: PublicConfig): Promise<boolean> {
  const token = await freshToken(config)
  return token.status === 'failed' && ['user-token-expired', 'invalid-refresh-token'].includes(token.code)
}
