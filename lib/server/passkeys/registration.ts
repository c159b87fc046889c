import 'server-only'
/** Adds passkeys (WebAuthn section 7.1). */
import type { CreationPurpose, ListedPasskey } from '@/lib/passkeys'
import { insertPasskey, type PasskeyRow } from '@/lib/server/database/database'
import type { RequestFacts } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import type { LiveSession } from '@/lib/server/session/session'
import { newUuid } from '@/lib/uuid'
import type { Attestation } from './bodies'
import { checkClientData } from './challenges'
import { describePasskey } from './list'
import { type PasskeyRefusal, refused, refusedOnError } from './refusal'
import type { RelyingParty } from './relying-party'
import { keyAlgorithms, loadWebAuthn } from './webauthn'

type Registration = {
  rp: RelyingParty
  session: LiveSession
  purpose: CreationPurpose
  credential: Attestation
  facts: RequestFacts
}

/** Adds the passkey that an authenticator has made for the user, which uses the challenge up. Other sessions go on. */
export async function addPasskey({
  rp,
  session: { userId },
  purpose,
  credential,
  facts: { requestId },
}: Registration): Promise<{ status: 'ok'; answer: { passkey: ListedPasskey } } | PasskeyRefusal> {
  const said = await checkClientData(credential.response.clientDataJSON, { purpose, userId, rp })
  if (said.status === 'refused') return said
  const verified = await verifyAttestation(credential, said.challenge, { rp, isAsked: purpose !== 'upgrade' })
  if (verified.status === 'refused') return verified
  const row: PasskeyRow = {
    ...{ id: newUuid(), userId, rpId: rp.id, name: null, createdAt: new Date(), lastUsedAt: null },
    ...verified.made,
  }
  const inserted = await insertPasskey(row)
  if (inserted === 'exists') return refused('passkey-exists')
  if (inserted === 'too-many') return refused('too-many-passkeys')
  if (inserted === 'no-handle') return refused('passkey-challenge-expired', 'all passkeys deleted')
  log('info', 'passkey.added', { requestId, userId, purpose })
  return { status: 'ok', answer: { passkey: describePasskey(row) } }
}

/** What the authenticator has made. */
type NewCredential = Pick<
  PasskeyRow,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isBackupEligible' | 'isBackedUp' | 'aaguid'
>

async function verifyAttestation(
  credential: Attestation,
  expectedChallenge: string,
  { rp, isAsked }: { rp: RelyingParty; isAsked: boolean },
): Promise<{ status: 'ok'; made: NewCredential } | PasskeyRefusal> {
  const library = await loadWebAuthn()
  const verified = await verifyWithoutAttestation(library, credential, {
    expectedChallenge,
    expectedRPID: rp.id,
    expectedOrigin: rp.origin,
    requireUserPresence: isAsked,
  }).catch(refusedOnError('passkey-malformed'))
  if ('code' in verified) return verified
  if (!verified.verified) return refused('passkey-malformed', 'attestation')
  const {
    credential: made,
    aaguid,
    credentialDeviceType,
    credentialBackedUp,
    userVerified,
  } = verified.registrationInfo
  // Credential IDs are checked for their length at the door.
  if (made.id !== credential.id) return refused('passkey-malformed', 'credential ID')
  // A key without a PIN would be one factor, and stay so when it's given one later. Nobody is asked in an upgrade.
  if (isAsked && !userVerified) return refused('passkey-not-verified')
  return {
    status: 'ok',
    made: {
      credentialId: made.id,
      publicKey: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: parseTransports(credential.response.transports),
      isBackupEligible: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
      aaguid,
    },
  }
}

type Expected = {
  expectedChallenge: string
  expectedRPID: string
  expectedOrigin: string
  requireUserPresence: boolean
}

/**
 * Drops what the authenticator says of its maker. We don't ask for it, yet some password managers send one that can't be verified,
 * and a certificate in it may name an address to fetch.
 */
async function verifyWithoutAttestation(
  library: Awaited<ReturnType<typeof loadWebAuthn>>,
  { response, ...credential }: Attestation,
  expected: Expected,
) {
  const { decodeAttestationObject, isoBase64URL, isoCBOR, verifyRegistrationResponse } = library
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData')
  const unattested = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  const attestationObject = isoBase64URL.fromBuffer(
    isoCBOR.encode(unattested as Parameters<typeof isoCBOR.encode>[0]),
  )
  return verifyRegistrationResponse({
    ...expected,
    supportedAlgorithmIDs: [...keyAlgorithms],
    response: {
      ...credential,
      response: { clientDataJSON: response.clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    // Judged afterwards, to be told apart.
    requireUserVerification: false,
  })
}

/** Kept as they are named, also those that we don't know yet. */
function parseTransports(named: readonly unknown[] | null | undefined): string {
  const words = (named ?? []).filter((name) => typeof name === 'string' && /^[a-z-]{1,20}$/.test(name))
  return [...new Set(words)].join(',')
}
