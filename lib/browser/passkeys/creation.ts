import 'client-only'
/** In a file of its own, as most visitors only need the sign-in ceremonies. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { type CeremonyOutcome, runCeremony, withPromptTimeout } from './ceremony'

/** Creates a passkey with the browser's prompt. */
export function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<CeremonyOutcome<RegistrationResponseJSON>> {
  return withPromptTimeout(runCeremony(() => startRegistration({ optionsJSON: options }), 'creation'))
}

/**
 * Lets the password manager that has just filled in the password create a passkey without a prompt (conditional create,
 * section 5.1.3). It may never answer; any prompt supersedes it.
 */
export function autoRegisterPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<CeremonyOutcome<RegistrationResponseJSON>> {
  const register = () => startRegistration({ optionsJSON: options, useAutoRegister: true })
  return withPromptTimeout(runCeremony(register, 'creation'))
}
