import 'client-only'
/** Apart from signing in, which most people do more often. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { type CeremonyOutcome, outcomeOfCall, withinDeadline } from './ceremony'

/** Has an authenticator make a passkey. */
export function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<CeremonyOutcome<RegistrationResponseJSON>> {
  return withinDeadline(outcomeOfCall(() => startRegistration({ optionsJSON: options }), 'creation'))
}
