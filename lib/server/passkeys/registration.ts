import 'server-only'
/** Adds passkeys (WebAuthn section 7.1). */
import type { ListedPasskey } from '@/lib/passkeys/passkeys'
import type { RequestFacts } from '@/lib/server/http/request'
import { normalizeEmail } from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import { insertPasskey, type PasskeyRow } from '@/lib/server/passkeys/database/passkeys'
import type { LiveSession } from '@/lib/server/session/current'
import type { RelyingParty } from '@/lib/server/session/relying-party'
import { newUuid } from '@/lib/uuid'
import { checkClientData, consumeChallenge, keyAlgorithms, loadWebAuthn } from './ceremony'
import { canVerify } from './keys'
import { describePasskey } from './listed'
import { type Attestation, type PasskeyResult, refused, refusedOnError } from './requests'

type Registration = {
  rp: RelyingParty
  session: LiveSession
  credential: Attestation
  facts: RequestFacts
}

/** Adds the passkey that an authenticator has created, and uses the challenge up. Other sessions stay. */
export async function addPasskey({
  rp,
  session,
  credential,
  facts: { requestId },
}: Registration): Promise<PasskeyResult<{ passkey: ListedPasskey }>> {
  const { userId } = session
  const ceremony = { purpose: 'registration', userId, rp } as const
  const client = await checkClientData(credential.response.clientDataJSON, ceremony)
  if (client.status === 'refused') return client
  const verified = await verifyAttestation(credential, client.challenge, rp)
  if (verified.status === 'refused') return verified
  const used = await consumeChallenge(client.signed)
  if (used) return used
  const row: PasskeyRow = {
    ...{ id: newUuid(), userId, rpId: rp.id, name: null, createdAt: new Date(), lastUsedAt: null },
    ...verified.created,
  }
  const email = session.email && normalizeEmail(session.email)
  const inserted = await insertPasskey(row, { id: session.id, userId, email })
  if (inserted !== 'inserted') return refused(inserted)
  log('info', 'passkey.added', { requestId, userId })
  return { status: 'ok', answer: { passkey: describePasskey(row) } }
}

async function verifyAttestation(credential: Attestation, expectedChallenge: string, rp: RelyingParty) {
  const library = await loadWebAuthn()
  const verify = async () =>
    library.verifyRegistrationResponse({
      response: withoutAttestation(credential, library),
      expectedChallenge,
      expectedRPID: rp.id,
      expectedOrigin: rp.origin,
      supportedAlgorithmIDs: [...keyAlgorithms],
      // Checked below, where it has a code of its own.
      requireUserVerification: false,
    })
  const verified = await verify().catch(refusedOnError('passkey-malformed'))
  if ('code' in verified) return verified
  if (!verified.verified) return refused('passkey-malformed', 'attestation')
  const { credential: created, aaguid, userVerified, ...info } = verified.registrationInfo
  // The request's schema has checked the length of the ID.
  if (created.id !== credential.id) return refused('passkey-malformed', 'credential ID')
  const key = library.isoCBOR.decodeFirst<Map<number, unknown>>(created.publicKey)
  if (!canVerify(key)) return refused('passkey-malformed', 'public key')
  // A security key without a PIN would be one factor, even after a PIN is set.
  if (!userVerified) return refused('passkey-not-verified')
  return {
    status: 'ok' as const,
    created: {
      credentialId: created.id,
      publicKey: Buffer.from(created.publicKey).toString('base64url'),
      counter: created.counter,
      transports: parseTransports(credential.response.transports),
      isBackupEligible: info.credentialDeviceType === 'multiDevice',
      isBackedUp: info.credentialBackedUp,
      aaguid,
    },
  }
}

/**
 * Drops the attestation statement. We don't request it, yet some password managers send one that can't be verified, and its
 * certificate may name a URL to fetch.
 */
function withoutAttestation(
  { response, ...credential }: Attestation,
  { decodeAttestationObject, isoBase64URL, isoCBOR }: Awaited<ReturnType<typeof loadWebAuthn>>,
) {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData')
  const unattested = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  const encoded = isoCBOR.encode(unattested as Parameters<typeof isoCBOR.encode>[0])
  return {
    ...credential,
    response: {
      clientDataJSON: response.clientDataJSON,
      attestationObject: isoBase64URL.fromBuffer(encoded),
    },
    clientExtensionResults: {},
  }
}

/** Keeps unknown transports, too. */
function parseTransports(transports: readonly unknown[] | null | undefined): string {
  const names = (transports ?? []).filter((name) => typeof name === 'string' && /^[a-z-]{1,20}$/.test(name))
  return [...new Set(names)].join(',')
}
