import 'client-only'
/** In a file of its own, as most visitors only need the sign-in ceremonies. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { type CeremonyOutcome, runPrompt } from './ceremony'

/** Creates a passkey with the browser's prompt. */
export function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<CeremonyOutcome<RegistrationResponseJSON>> {
  return runPrompt(() => startRegistration({ optionsJSON: options }), 'creation')
}
