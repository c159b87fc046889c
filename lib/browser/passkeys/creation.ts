import 'client-only'
/** Apart from signing in, which most people do more often. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { type CeremonyOutcome, outcomeOfCall, withinDeadline } from './ceremony'

/** Has an authenticator make a passkey, with a prompt. */
export function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<CeremonyOutcome<RegistrationResponseJSON>> {
  return withinDeadline(outcomeOfCall(() => startRegistration({ optionsJSON: options }), 'creation'))
}

/**
 * Lets the password manager that has just filled in the password make a passkey by itself (conditional create, section 5.1.3). It
 * may wait for ever; any prompt takes its place.
 */
export function createPasskeyUnasked(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<CeremonyOutcome<RegistrationResponseJSON>> {
  const ask = () => startRegistration({ optionsJSON: options, useAutoRegister: true })
  return withinDeadline(outcomeOfCall(ask, 'creation'))
}
