/** A session to measure with: a cookie signed as Google signs one, and the server that has its key. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import ms from 'ms'
import { freePort } from '../start/ports'

export type MeasuredSession = {
  projectId: string
  keysUrl: string
  userId: string
  email: string
  openedAt: Date
  expiresAt: Date
  /** Signed with RS256. */
  cookie: string
  /** The same as the emulator makes it. */
  unsignedCookie: string
}

/** Signs the cookie, and publishes its key until `close`. */
export async function openMeasuredSession(): Promise<{ session: MeasuredSession; close(): Promise<void> }> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyServer = await openKeyServer(publicKey)
  const openedAt = new Date(Math.floor(Date.now() / 1000) * 1000)
  const expiresAt = new Date(openedAt.getTime() + ms('5d'))
  const person = { userId: 'measured-person', email: 'measured@example.com' }
  const claims = {
    iss: `https://session.firebase.google.com/${projectId}`,
    aud: projectId,
    sub: person.userId,
    user_id: person.userId,
    email: person.email,
    email_verified: true,
    auth_time: secondsOf(openedAt),
    iat: secondsOf(openedAt),
    exp: secondsOf(expiresAt),
    firebase: { identities: { email: [person.email] }, sign_in_provider: 'password' },
  }
  const session = {
    projectId,
    keysUrl: keyServer.url,
    ...person,
    openedAt,
    expiresAt,
    cookie: signedToken(claims, privateKey),
    unsignedCookie: `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`,
  }
  return { session, close: keyServer.close }
}

const projectId = 'measured-project'
const keyId = 'measured-key'

function signedToken(claims: object, key: KeyObject): string {
  const content = `${encoded({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${encoded(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}

async function openKeyServer(publicKey: KeyObject): Promise<{ url: string; close(): Promise<void> }> {
  const key = { ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'RS256', use: 'sig' }
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }))
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${port}/keys`, close }
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
