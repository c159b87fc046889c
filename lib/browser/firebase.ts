import 'client-only'
/** The only file that knows the Firebase web SDK; loaded as a chunk of its own when it is first needed. */
import { FirebaseError, type FirebaseOptions, initializeApp } from 'firebase/app'
import {
  type Auth,
  browserLocalPersistence,
  browserSessionPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  signInWithEmailAndPassword,
  signOut,
  type UserCredential,
} from 'firebase/auth'
import type { IdentitySettings } from '../config'
import type { FreshToken } from './session'

export type Credentials = { email: string; password: string }

/** A token, or the SDK's error code without its `auth/`. */
export type Authentication =
  | { status: 'authenticated'; token: FreshToken }
  | { status: 'failed'; code: string }

export type IdentityClient = {
  signIn: (credentials: Credentials) => Promise<Authentication>
  createAccount: (credentials: Credentials) => Promise<Authentication>
  signOut: () => Promise<void>
}

/**
 * Opens the SDK. `initializeAuth` and not `getAuth`: that obeys a planted `__FIREBASE_DEFAULTS__` cookie,
 * which would send passwords elsewhere.
 */
export function openIdentityClient(settings: IdentitySettings, emulatorUrl: string | null): IdentityClient {
  const auth = initializeAuth(initializeApp(firebaseOptions(settings)), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence],
  })
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  return {
    signIn: ({ email, password }) => outcomeOf(signInWithEmailAndPassword(auth, email, password)),
    createAccount: ({ email, password }) => outcomeOf(createUserWithEmailAndPassword(auth, email, password)),
    signOut: () => signOutOf(auth),
  }
}

async function outcomeOf(signedIn: Promise<UserCredential>): Promise<Authentication> {
  try {
    const { user } = await signedIn
    const { token, issuedAtTime } = await user.getIdTokenResult()
    return { status: 'authenticated', token: { idToken: token, issuedAt: Date.parse(issuedAtTime) / 1000 } }
  } catch (error) {
    if (error instanceof FirebaseError) return { status: 'failed', code: error.code.replace(/^auth\//, '') }
    throw error
  }
}

/** Waits for the stored user first, as a sign-out before that would be undone by it. */
async function signOutOf(auth: Auth): Promise<void> {
  await auth.authStateReady()
  await signOut(auth)
}

function firebaseOptions({ apiKey, projectId, authDomain }: IdentitySettings): FirebaseOptions {
  return { apiKey, projectId, ...(authDomain && { authDomain }) }
}
