/**
 * A client as the browser is one: an unmodified web SDK that signs up, signs in again, renews its token and
 * asks for its account. The outcome is printed as JSON.
 */
import { initializeApp } from 'firebase/app'
import {
  createUserWithEmailAndPassword,
  getAuth,
  reload,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth'

const { FIREBASE_WEBAPP_CONFIG, EMAIL, PASSWORD } = process.env
const auth = getAuth(initializeApp(JSON.parse(FIREBASE_WEBAPP_CONFIG)))

const signedUp = await createUserWithEmailAndPassword(auth, EMAIL, PASSWORD).then(userOf)
const again = await createUserWithEmailAndPassword(auth, EMAIL, PASSWORD).then(userOf, codeOf)
await signOut(auth)
const wrongPassword = await signInWithEmailAndPassword(auth, EMAIL, 'a guess').then(userOf, codeOf)
const signedIn = await signInWithEmailAndPassword(auth, EMAIL, PASSWORD).then(userOf)
const renewedToken = await auth.currentUser.getIdToken(true)
await reload(auth.currentUser)

console.log(JSON.stringify({ signedUp, again, wrongPassword, signedIn, renewedToken }))
process.exit()

function userOf({ user }) {
  return { id: user.uid, email: user.email }
}

function codeOf(error) {
  return error.code
}
