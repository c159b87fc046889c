/**
 * A process as the site is one: an unmodified Admin SDK, and requests by node:https and by fetch. The ID token
 * and what to do with it come by the environment; the outcome is printed as JSON.
 */
import https from 'node:https'
import { cert, initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'

const { FIREBASE_SERVICE_ACCOUNT, ID_TOKEN } = process.env
const auth = getAuth(initializeApp({ credential: cert(JSON.parse(FIREBASE_SERVICE_ACCOUNT)) }))

const outcome = {
  idToken: await auth.verifyIdToken(ID_TOKEN, true).then(claimsOf, codeOf),
  cookie: await auth
    .createSessionCookie(ID_TOKEN, { expiresIn: 3_600_000 })
    .then((cookie) => auth.verifySessionCookie(cookie, true))
    .then(claimsOf, codeOf),
  https: await statusByHttps('https://identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys'),
  fetch: await fetch('https://identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys').then(
    statusOf,
    causeOf,
  ),
  elsewhere: await fetch('https://www.example.com').then(statusOf, causeOf),
  afterRevoking: await revokeAndVerify(ID_TOKEN).then(claimsOf, codeOf),
  metadata: await fetch('http://169.254.169.254/').then(statusOf, causeOf),
}
console.log(JSON.stringify(outcome))

async function revokeAndVerify(idToken) {
  const { sub } = JSON.parse(Buffer.from(idToken.split('.')[1], 'base64url'))
  await auth.revokeRefreshTokens(sub)
  return auth.verifyIdToken(idToken, true)
}

function claimsOf({ iss, uid, email, auth_time, iat, exp }) {
  return { iss, uid, email, auth_time, lifetime: exp - iat }
}

function codeOf(error) {
  return error.code
}

function statusOf(response) {
  return response.status
}

function causeOf(error) {
  return error.cause.code
}

function statusByHttps(url) {
  return new Promise((resolve, reject) => {
    https.get(url, (response) => resolve(response.resume().statusCode)).on('error', reject)
  })
}
