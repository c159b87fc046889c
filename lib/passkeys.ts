/**
 * Passkeys (WebAuthn Level 3): what browser and server say to each other. Failures are `{ code }` with an error status, as at
 * every endpoint; a `PasskeyFailure`, or a code that other endpoints have, too.
 */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { parseUuid, type Uuid } from '@/lib/uuid'

/** Our number for a passkey; the authenticator's own is the credential ID. */
export type PasskeyId = Uuid<'PasskeyId'>

export function parsePasskeyId(value: unknown): PasskeyId | null {
  return parseUuid(value)
}

/**
 * What a challenge is for. It's of no use for anything else. `upgrade`: right after a sign-in by password, the password manager may
 * add the first passkey by itself (conditional create, WebAuthn section 5.1.3).
 */
export type PasskeyPurpose = 'sign-in' | 'step-up' | CreationPurpose

export type CreationPurpose = 'registration' | 'upgrade'

/** A challenge can be answered for this long, and once: also a refused answer uses it up. */
export const challengeLifetimeSeconds = 300

/** That an account can have. Beyond, one has to be removed first. */
export const maxPasskeys = 20

/** In UTF-16 units, as a text field counts them. */
export const maxPasskeyNameLength = 60

/** Of a passkey whose authenticator isn't known. */
export const defaultPasskeyName = 'Passkey'

/** The claim by which our custom tokens say which passkey was used. */
export const passkeyClaim = 'passkey'

/** `POST` asks for a challenge. For `sign-in` without a session, and the same for everybody; else the user's page says whose it is. */
export type PasskeyOptionsRequest =
  | { purpose: 'sign-in' }
  | { purpose: Exclude<PasskeyPurpose, 'sign-in'>; userId: string }

/** For `sign-in` and `step-up`: `allowCredentials` is empty for the first. */
export type PasskeyRequestOptions = { options: PublicKeyCredentialRequestOptionsJSON }

/** For `registration` and `upgrade`. */
export type PasskeyCreationOptions = { options: PublicKeyCredentialCreationOptionsJSON }

/** `POST` exchanges what the authenticator signed for a custom token, with which the SDK signs in. */
export type PasskeyTokenRequest = {
  purpose: 'sign-in' | 'step-up'
  credential: AuthenticationResponseJSON
}

/** Also what removing the second factors answers: it revokes all tokens, and this browser signs in once more with this one. */
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
  /** By its owner, else the name of the authenticator, such as 'iCloud Keychain'. */
  name: string
  createdAt: string
  lastUsedAt: string | null
  /** Whether a password manager keeps it on more than one device (flag BS, section 6.1.3). */
  isSynced: boolean
  /** False if it was added while the site had another RP ID: browsers don't offer it here. */
  worksHere: boolean
}

/** `accepted` is what password managers may be told (Signal API, section 5.1.10); null without a passkey that works here. */
export type PasskeyList = { passkeys: ListedPasskey[]; accepted: AcceptedPasskeys | null }

/** Every passkey of the user's that works here, by credential ID, and never none; `userId` is their handle. */
export type AcceptedPasskeys = {
  rpId: string
  userId: string
  allAcceptedCredentialIds: string[]
  name: string
  displayName: string
}

/** `DELETE` answers with what its password manager knows it by. */
export type RemovedPasskey = { rpId: string; credentialId: string }

/** `PUT` renames one. Empty: the name it had at first. */
export type PasskeyRename = { name: string }

/** What our server answers where a ceremony or a change fails. */
export type PasskeyFailure =
  /** 404: this site has no passkeys. */
  | 'passkeys-off'
  /** 400: not what these endpoints take. */
  | 'passkey-malformed'
  /** 400: asked for, or signed, at another address than the site's. */
  | 'passkey-wrong-origin'
  /** 410: the challenge has expired, was used, or isn't ours: ask for a new one. */
  | 'passkey-challenge-expired'
  /** 401: unknown, removed, or not signed by its key: nobody learns which. */
  | 'passkey-refused'
  /** 403: the authenticator hasn't verified the user, such as a security key without a PIN. */
  | 'passkey-not-verified'
  /** 409: this authenticator has one for the account already, or for another one. */
  | 'passkey-exists'
  /** 409: the account has `maxPasskeys`. */
  | 'too-many-passkeys'
  /** 409: nobody may lock themselves out. */
  | 'last-sign-in-method'
  /** 404: the user has no such passkey. */
  | 'passkey-gone'
  /** 503: the service account may not sign tokens. */
  | 'passkey-token-unavailable'
  /** 403: second factors can only be removed here after a sign-in by passkey. */
  | 'passkey-session-needed'
