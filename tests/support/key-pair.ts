import {
  createPrivateKey,
  createPublicKey,
  type ECKeyPairOptions,
  generateKeyPairSync,
  type RSAKeyPairOptions,
} from 'node:crypto'

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
