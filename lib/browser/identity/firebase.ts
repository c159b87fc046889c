import 'client-only'
/** The Firebase web SDK, with the modules in `firebase/`; lazy-loaded as its own chunk. */
import { initializeApp } from 'firebase/app'
import {
  type Auth,
  type AuthErrorMap,
  browserLocalPersistence,
  browserSessionPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth'
import type { IdentitySettings } from '@/lib/config/config'
import type { ForeignCode } from '@/lib/identity/error-words'
import { isRevocation, type Revocation } from './fault'
import { accountCalls } from './firebase/account'
import { withSecondFactor } from './firebase/challenge'
import { mailCalls } from './firebase/mail'
import { type FreshToken, type Outcome, outcomeOf, tokenOf } from './firebase/outcome'
import { policyCalls } from './firebase/password-policy'
import { tokenAfterLinking } from './firebase/pending-link'
import { startTokenRefresh } from './firebase/token-refresh'

export type { Confirmation } from './firebase/account'
export type { Enrollment, EnrollmentCalls, FactorsChanged } from './firebase/enrollment'
export type { MailCode } from './firebase/mail'
export type { FreshToken, Outcome } from './firebase/outcome'
export type { ProviderCalls } from './firebase/providers'
export { isDatabaseResponsive } from './user-database'

export type Credentials = { email: string; password: string }

/** The SDK's user, restored and reloaded on startup; if absent, the code tells why the SDK dropped it (S55). */
export type StoredUser =
  | { status: 'present'; userId: string }
  | { status: 'absent'; code: ForeignCode | null }

export type IdentityClient = ReturnType<typeof createIdentityClient>

/**
 * Creates the client of the identity provider. Uses `initializeAuth`, as `getAuth` obeys a planted
 * `__FIREBASE_DEFAULTS__` cookie, which would send passwords elsewhere. `onRevocation` gets the code when the SDK
 * drops its user later, e.g. on its own refresh. Without `usesDatabase` the user is kept in web storage.
 */
export function createIdentityClient(
  { apiKey, projectId, authDomain }: IdentitySettings,
  emulatorUrl: string | null,
  onRevocation: (code: Revocation) => void,
  usesDatabase = true,
) {
  const errors = captureErrorCodes()
  const app = initializeApp({ apiKey, projectId, ...(authDomain && { authDomain }) })
  const auth = initializeAuth(app, {
    persistence: [
      ...(usesDatabase ? [indexedDBLocalPersistence] : []),
      browserLocalPersistence,
      browserSessionPersistence,
    ],
    errorMap: errors.map,
  })
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  startTokenRefresh(app)
  const dropCode = trackDroppedUser(auth, errors.lastCode, onRevocation)
  return {
    ...mailCalls(auth),
    ...accountCalls(auth),
    ...policyCalls(auth),
    storedUser: async (): Promise<StoredUser> => {
      await auth.authStateReady()
      return auth.currentUser
        ? { status: 'present', userId: auth.currentUser.uid }
        : { status: 'absent', code: dropCode() }
    },
    /** A freshly issued token for the stored user; `no-user` if there is none. */
    freshToken: async (): Promise<Outcome<FreshToken>> => {
      await auth.authStateReady()
      return auth.currentUser
        ? outcomeOf(tokenOf(auth.currentUser, { isForced: true }))
        : { status: 'failed', code: dropCode() ?? 'no-user' }
    },
    signIn: ({ email, password }: Credentials) =>
      outcomeOf(
        withSecondFactor(auth, signInWithEmailAndPassword(auth, email, password)).then(tokenAfterLinking),
      ),
    createAccount: ({ email, password }: Credentials) =>
      outcomeOf(createUserWithEmailAndPassword(auth, email, password).then(({ user }) => tokenOf(user))),
    /** For after our server has removed the sign-in method in use. */
    signInByCustomToken: (token: string) =>
      outcomeOf(signInWithCustomToken(auth, token).then(({ user }) => tokenOf(user))),
    // These load their own chunks, and reject with a chunk-load error.
    providers: async () => (await import('./firebase/providers')).providerCalls(auth),
    signInMethods: async () => (await import('./firebase/sign-in-methods')).signInMethodCalls(auth),
    enrollment: async () => (await import('./firebase/enrollment')).enrollmentCalls(auth),
    signOut: async () => {
      // Signing out before the stored user is restored would be undone.
      await auth.authStateReady()
      await signOut(auth)
    },
  }
}

/** Returns why there's no user: at startup any error of the reload, later only a revocation. A sign-out has no code. */
function trackDroppedUser(
  auth: Auth,
  lastCode: () => ForeignCode | null,
  onRevocation: (code: Revocation) => void,
): () => ForeignCode | null {
  let isStart = true
  let dropCode: ForeignCode | null = null
  auth.onAuthStateChanged((user) => {
    const last = user ? null : lastCode()
    dropCode = isStart || isRevocation(last) ? last : null
    if (!isStart && isRevocation(last)) onRevocation(last)
    isStart = false
  })
  return () => dropCode
}

/**
 * Captures why the SDK dropped its user at startup or on its own refresh: it looks up the code's message and
 * discards the error, so this error map has no messages and records the code.
 */
function captureErrorCodes(): { map: AuthErrorMap; lastCode: () => ForeignCode | null } {
  let lastCode: ForeignCode | null = null
  const messages = new Proxy(
    {},
    {
      get(_, code) {
        lastCode = String(code) as ForeignCode
        return undefined
      },
    },
  )
  return { map: () => messages, lastCode: () => lastCode }
}
