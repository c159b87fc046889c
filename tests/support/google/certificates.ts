/** A TLS identity for Google's hosts, and the keys that sign tokens. */
import { createPrivateKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { exportJWK, type JWK } from 'jose'
import { generate } from 'selfsigned'
import { createKeyPair } from '../key-pair'

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
