/** The passkey API between browser and server (WebAuthn Level 3). */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { parseUuid, type Uuid } from '@/lib/uuid'

/** Our ID of a passkey; the authenticator's is the credential ID. */
export type PasskeyId = Uuid<'PasskeyId'>

export function parsePasskeyId(value: unknown): PasskeyId | null {
  return parseUuid(value)
}

/** The only purpose that a challenge is valid for. */
export type PasskeyPurpose = 'sign-in' | 'step-up' | 'registration'

/** A challenge is valid once. A refused response doesn't use it up. */
export const challengeLifetimeSeconds = 300

/** Per account. */
export const maxPasskeys = 20

/** In UTF-16 code units, like a text field's `maxLength`. */
export const maxPasskeyNameLength = 60

/** `POST` creates a challenge. `sign-in` needs no session; otherwise `userId` is the user of the page. */
export type PasskeyOptionsRequest =
  | { purpose: 'sign-in' }
  | { purpose: Exclude<PasskeyPurpose, 'sign-in'>; userId: string }

/** For `sign-in`, with empty `allowCredentials`, and `step-up`. */
export type PasskeyRequestOptions = { options: PublicKeyCredentialRequestOptionsJSON }

/** For `registration`. */
export type PasskeyCreationOptions = { options: PublicKeyCredentialCreationOptionsJSON }

/** `POST` exchanges an assertion for a custom token, with which the SDK signs in. */
export type PasskeyTokenRequest = {
  purpose: 'sign-in' | 'step-up'
  credential: AuthenticationResponseJSON
}

/** Also the response to removing the second factors, which revokes all tokens: this browser signs in again with this one. */
export type PasskeyToken = { customToken: string }

/** `POST` adds a passkey. Needs a recent sign-in, as do its options. */
export type PasskeyRegistration = {
  userId: string
  credential: RegistrationResponseJSON
}

/** A passkey as its owner sees it. Times are ISO 8601. */
export type ListedPasskey = {
  id: PasskeyId
  /** Chosen by the owner, else the authenticator's, such as 'iCloud Keychain'. */
  name: string
  createdAt: string
  lastUsedAt: string | null
  /** Whether it's backed up, so usable on more than one device (flag BS, section 6.1.3). */
  isSynced: boolean
  /** False if it was added under a different RP ID: browsers don't offer it here. */
  worksHere: boolean
}

export type PasskeyList = {
  passkeys: ListedPasskey[]
  /** For password managers (Signal API, section 5.1.10); null without a passkey that works here. */
  accepted: AcceptedPasskeys | null
  /** While it's false, passkeys can be neither added nor used. */
  isAddressProved: boolean
}

/** All the user's passkeys that work here, by credential ID; never empty. `userId` is the user handle. */
export type AcceptedPasskeys = {
  rpId: string
  userId: string
  allAcceptedCredentialIds: string[]
  name: string
  displayName: string
}

/** The response to `DELETE`: what password managers know the passkey by. */
export type RemovedPasskey = { rpId: string; credentialId: string }
