/**
 * The passkey API between browser and server (WebAuthn Level 3). Failures are `{ code }` with an error status, as at every
 * endpoint: a `PasskeyFailure` or a code shared with other endpoints.
 */
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

/**
 * The only purpose that a challenge is valid for. `upgrade`: right after a sign-in by password, the password manager may add
 * the first passkey without a prompt (conditional create, WebAuthn section 5.1.3).
 */
export type PasskeyPurpose = 'sign-in' | 'step-up' | CreationPurpose

export type CreationPurpose = 'registration' | 'upgrade'

/** A challenge is valid once. A refused response doesn't use it up. */
export const challengeLifetimeSeconds = 300

/** Per account. */
export const maxPasskeys = 20

/** In UTF-16 code units, like a text field's `maxLength`. */
export const maxPasskeyNameLength = 60

/** The name of a passkey whose authenticator isn't known. */
export const defaultPasskeyName = 'Passkey'

/** The claim of our custom tokens with the ID of the passkey used. */
export const passkeyClaim = 'passkey'

/** `POST` creates a challenge. `sign-in` needs no session; otherwise `userId` is the user of the page. */
export type PasskeyOptionsRequest =
  | { purpose: 'sign-in' }
  | { purpose: Exclude<PasskeyPurpose, 'sign-in'>; userId: string }

/** For `sign-in`, with empty `allowCredentials`, and `step-up`. */
export type PasskeyRequestOptions = { options: PublicKeyCredentialRequestOptionsJSON }

/** For `registration` and `upgrade`. */
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
  purpose: CreationPurpose
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

/** Codes of failed ceremonies and changes. */
export type PasskeyFailure =
  /** 403: nobody has proved to hold the account's present address, so its passkeys rest, and none may be added. */
  | 'address-not-proved'
  /** 404: passkeys are off on this site. */
  | 'passkeys-off'
  /** 400: an invalid body. */
  | 'passkey-malformed'
  /** 400: requested or signed at a different origin than the site's. */
  | 'passkey-wrong-origin'
  /** 410: the challenge has expired, was used or isn't ours. */
  | 'passkey-challenge-expired'
  /** 401: unknown, removed, or not signed by its key. Doesn't reveal which. */
  | 'passkey-refused'
  /** 403: the authenticator hasn't verified the user, e.g. a security key without a PIN. */
  | 'passkey-not-verified'
  /** 403: the account's address isn't proved, so passkeys can be neither added nor used (SECURITY.md). */
  | 'address-not-proved'
  /** 409: already registered, by this account or another; or an upgrade of an account that has a passkey. */
  | 'passkey-exists'
  /** 409: the account has `maxPasskeys`. */
  | 'too-many-passkeys'
  /** 409: removing it would lock the user out. */
  | 'last-sign-in-method'
  /** 404: the user has no such passkey. */
  | 'passkey-gone'
  /** 503: the service account may not sign tokens. */
  | 'passkey-token-unavailable'
  /** 403: second factors can only be removed here after a sign-in by passkey. */
  | 'passkey-session-needed'
