import 'client-only'
import { recordConfirmation } from '@/lib/browser/account/confirmation'
import { type AccountOwner, callSiteWithSession } from '@/lib/browser/account/owner'
import { type SignInOutcome, signInWithCustomToken } from '@/lib/browser/session/sign-in'
import type {
  PasskeyOptionsRequest,
  PasskeyRequestOptions,
  PasskeyToken,
  PasskeyTokenRequest,
} from '@/lib/passkeys/passkeys'
import { passkeyRequests } from '@/lib/passkeys/routes'
import { preparedPrompt } from './challenge'

/**
 * Confirms the signed-in user with one of their passkeys: the session then counts as freshly signed in. Our server accepts
 * no other user's. `stop` closes the prompt, if it's open.
 */
export function passkeyConfirmation({ config, userId }: Pick<AccountOwner, 'config' | 'userId'>) {
  const request: PasskeyOptionsRequest = { purpose: 'step-up', userId }
  let abort: (() => void) | null = null

  const prompt = preparedPrompt({
    fetchOptions: () =>
      callSiteWithSession<PasskeyRequestOptions>(config, passkeyRequests.options, { body: request }),
    async load() {
      const { promptForPasskey, abortCeremony } = await import('@/lib/browser/passkeys/ceremony')
      return (options: PasskeyRequestOptions['options']) => {
        abort = abortCeremony
        return promptForPasskey(options).finally(() => {
          abort = null
        })
      }
    },
    async send(credential): Promise<SignInOutcome> {
      const body: PasskeyTokenRequest = { purpose: 'step-up', credential }
      const exchanged = await callSiteWithSession<PasskeyToken>(config, passkeyRequests.token, { body })
      if (exchanged.status === 'failed') return exchanged
      const outcome = await signInWithCustomToken(config, exchanged.value.customToken)
      if (outcome.status === 'signed-in') recordConfirmation()
      return outcome
    },
  })
  return { ...prompt, stop: () => abort?.() }
}
