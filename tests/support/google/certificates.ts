/** A TLS identity for Google’s hosts, and the keys that sign tokens. */
import {
  createPrivateKey,
  createPublicKey,
  type ECKeyPairOptions,
  generateKeyPairSync,
  type KeyObject,
  type RSAKeyPairOptions,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import { exportJWK, type JWK } from 'jose'
import { generate } from 'selfsigned'

/** A key that signs tokens, in the two forms in which Google publishes such keys. */
export type Signer = { keyId: string; privateKey: KeyObject; certificate: string; publicJwk: JWK }

/** Makes a signer's key and its certificate, as Google's token services have them. */
export async function createSigner(commonName: string): Promise<Signer> {
  const keyId = randomBytes(20).toString('hex')
  const made = await generate([{ name: 'commonName', value: commonName }], { algorithm: 'sha256' })
  const publicKey = new X509Certificate(made.cert).publicKey
  const publicJwk = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }
  return { keyId, privateKey: createPrivateKey(made.private), certificate: made.cert, publicJwk }
}

export type TlsIdentity = { key: string; certificate: string; authority: string }

/** A server certificate for all of Google's host names, and the authority that a client has to trust. */
export async function createTlsIdentity(): Promise<TlsIdentity> {
  const authority = await generate([{ name: 'commonName', value: 'Stand-in authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const domains = [
    'googleapis.com',
    'google.com',
    'googletagmanager.com',
    'google-analytics.com',
    'firebaseapp.com',
    'foyer.test',
    'gstatic.com',
  ]
  const names = domains.flatMap((domain) => [`*.${domain}`, domain])
  const server = await generate([{ name: 'commonName', value: '*.googleapis.com' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
    ],
  })
  return { key: server.private, certificate: server.cert, authority: authority.cert }
}

export type ServiceAccount = { email: string; publicKey: KeyObject; keyFile: Record<string, string> }

/** A service account with the key file that the Firebase console would give for it. */
export function createServiceAccount(projectId: string): ServiceAccount {
  const { privateKey, publicKey } = createKeyPair('rsa')
  const email = `firebase-adminsdk@${projectId}.iam.gserviceaccount.com`
  const keyFile = {
    type: 'service_account',
    project_id: projectId,
    private_key_id: randomBytes(20).toString('hex'),
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    client_email: email,
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  return { email, publicKey, keyFile }
}

const publicKeyEncoding = { type: 'spki', format: 'pem' } as const
const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const
const rsa: RSAKeyPairOptions<'pem', 'pem'> = { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding }
const ec: ECKeyPairOptions<'pem', 'pem'> = { namedCurve: 'P-256', publicKeyEncoding, privateKeyEncoding }

/**
 * A new key pair, read from PEM: Node 20 hangs where garbage is collected while a key that it generated itself is exported
 * as a JWK.
 */
export function createKeyPair(type: 'rsa' | 'ec') {
  const pair = type === 'rsa' ? generateKeyPairSync('rsa', rsa) : generateKeyPairSync('ec', ec)
  return { publicKey: createPublicKey(pair.publicKey), privateKey: createPrivateKey(pair.privateKey) }
}
