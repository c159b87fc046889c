/**
 * A process as the site is one: an unmodified Admin SDK, and requests by node:https and by fetch. The ID tokens
 * come by the environment, as a list; what became of each, and of the requests, is printed as JSON.
 */
import https from 'node:https'
import { cert, initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'

const { FIREBASE_SERVICE_ACCOUNT, ID_TOKENS } = process.env
const auth = getAuth(initializeApp({ credential: cert(JSON.parse(FIREBASE_SERVICE_ACCOUNT)) }))

const tokens = []
for (const idToken of JSON.parse(ID_TOKENS))
  tokens.push({
    idToken: await auth.verifyIdToken(idToken, true).then(claimsOf, codeOf),
    cookie: await auth
      .createSessionCookie(idToken, { expiresIn: 3_600_000 })
      .then((cookie) => auth.verifySessionCookie(cookie, true))
      .then(claimsOf, codeOf),
    afterRevoking: await revokeAndVerify(idToken).then(claimsOf, codeOf),
  })

const outcome = {
  tokens,
  https: await statusByHttps('https://identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys'),
  fetch: await fetch('https://identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys').then(
    statusOf,
    causeOf,
  ),
  elsewhere: await fetch('https://www.example.com').then(statusOf, causeOf),
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
