import 'server-only'
/** Adds passkeys (WebAuthn section 7.1). */
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import type { CreationPurpose, ListedPasskey } from '@/lib/passkeys/passkeys'
import type { RequestFacts } from '@/lib/server/http/request'
import { normalizeEmail } from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import { insertPasskey, type PasskeyRow } from '@/lib/server/passkeys/database/passkeys'
import type { LiveSession } from '@/lib/server/session/current'
import type { RelyingParty } from '@/lib/server/session/relying-party'
import { newUuid } from '@/lib/uuid'
import { checkClientData, consumeChallenge, keyAlgorithms, loadWebAuthn } from './ceremony'
import { describePasskey } from './list'
import { type Attestation, type PasskeyResult, refused, refusedOnError } from './requests'

type Registration = {
  rp: RelyingParty
  session: LiveSession
  purpose: CreationPurpose
  credential: Attestation
  facts: RequestFacts
}

/** Adds the passkey that an authenticator has created, and uses the challenge up. Other sessions stay. */
export async function addPasskey({
  rp,
  session,
  purpose,
  credential,
  facts: { requestId },
}: Registration): Promise<PasskeyResult<{ passkey: ListedPasskey }>> {
  const { userId } = session
  const client = await checkClientData(credential.response.clientDataJSON, { purpose, userId, rp })
  if (client.status === 'refused') return client
  const hasPrompt = purpose !== 'upgrade'
  const verified = await verifyAttestation(credential, client.challenge, { rp, hasPrompt })
  if (verified.status === 'refused') return verified
  const used = await consumeChallenge(client.signed)
  if (used) return used
  const row: PasskeyRow = {
    ...{ id: newUuid(), userId, rpId: rp.id, name: null, createdAt: new Date(), lastUsedAt: null },
    ...verified.created,
  }
  const email = session.email && normalizeEmail(session.email)
  const inserted = await insertPasskey(row, { sessionId: session.id, email })
  if (inserted === 'exists') return refused('passkey-exists')
  if (inserted === 'too-many') return refused('too-many-passkeys')
  if (inserted === 'not-proved') return refused('address-not-proved')
  if (inserted === 'no-session') return refused('no-session', 'ended meanwhile')
  log('info', 'passkey.added', { requestId, userId, purpose })
  return { status: 'ok', answer: { passkey: describePasskey(row) } }
}

async function verifyAttestation(
  credential: Attestation,
  expectedChallenge: string,
  { rp, hasPrompt }: { rp: RelyingParty; hasPrompt: boolean },
) {
  const library = await loadWebAuthn()
  const verify = async () => {
    const result = await library.verifyRegistrationResponse({
      response: withoutAttestation(credential, library),
      expectedChallenge,
      expectedRPID: rp.id,
      expectedOrigin: rp.origin,
      supportedAlgorithmIDs: [...keyAlgorithms],
      requireUserPresence: hasPrompt,
      // Checked below, where it has a code of its own.
      requireUserVerification: false,
    })
    // The library imports the key at the first sign-in only.
    if (result.verified)
      requireVerifyingKey(library.decodeCredentialPublicKey(result.registrationInfo.credential.publicKey))
    return result
  }
  const verified = await verify().catch(refusedOnError('passkey-malformed'))
  if ('code' in verified) return verified
  if (!verified.verified) return refused('passkey-malformed', 'attestation')
  const { credential: created, aaguid, userVerified, ...info } = verified.registrationInfo
  // The request's schema has checked the length of the ID.
  if (created.id !== credential.id) return refused('passkey-malformed', 'credential ID')
  // A security key without a PIN would be one factor, even after a PIN is set. An upgrade doesn't prompt for one.
  if (hasPrompt && !userVerified) return refused('passkey-not-verified')
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

/** A key by COSE's labels (RFC 9052 and 9053), as the library decodes it. */
type CoseKey = { get(label: number): unknown }

/**
 * Throws unless a key can verify what its algorithm signs: one of that algorithm's type and curve (WebAuthn section 5.8.5),
 * with a point on the curve, or of 2,048 to 4,096 bits. Any other would be a passkey that never signs in.
 */
function requireVerifyingKey(cose: CoseKey): void {
  const { asymmetricKeyDetails } = createPublicKey({ key: jwkOf(cose), format: 'jwk' })
  // Node imports any RSA key. Only RSA has these two.
  const { modulusLength = 2048, publicExponent = 3n } = asymmetricKeyDetails ?? {}
  if (modulusLength < 2048 || modulusLength > 4096) throw new Error(`RSA key of ${modulusLength} bits`)
  if (publicExponent < 3n || publicExponent % 2n === 0n) throw new Error('RSA exponent')
}

function jwkOf(cose: CoseKey): JsonWebKey {
  const [algorithm, type, first, second, third] = [3, 1, -1, -2, -3].map((label) => cose.get(label))
  if (algorithm === -8 && type === 1 && first === 6)
    return { kty: 'OKP', crv: 'Ed25519', x: base64urlOf(second) }
  if (algorithm === -7 && type === 2 && first === 1)
    return { kty: 'EC', crv: 'P-256', x: base64urlOf(second), y: base64urlOf(third) }
  if (algorithm === -257 && type === 3) return { kty: 'RSA', n: base64urlOf(first), e: base64urlOf(second) }
  throw new Error(`Key of type ${type} for algorithm ${algorithm}`)
}

function base64urlOf(value: unknown): string {
  if (!(value instanceof Uint8Array)) throw new Error('Key without bytes')
  return Buffer.from(value).toString('base64url')
}
