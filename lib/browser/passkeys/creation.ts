import 'client-only'
/** Apart from signing in, which most people do more often. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { type CeremonyOutcome, runCeremony, withPromptTimeout } from './ceremony'

/** Has an authenticator make a passkey, with a prompt. */
export function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<CeremonyOutcome<RegistrationResponseJSON>> {
  return withPromptTimeout(runCeremony(() => startRegistration({ optionsJSON: options }), 'creation'))
}

/**
 * Lets the password manager that has just filled in the password make a passkey by itself (conditional create, section 5.1.3). It
 * may wait for ever; any prompt takes its place.
 */
export function autoRegisterPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<CeremonyOutcome<RegistrationResponseJSON>> {
  const ask = () => startRegistration({ optionsJSON: options, useAutoRegister: true })
  return withPromptTimeout(runCeremony(ask, 'creation'))
}
