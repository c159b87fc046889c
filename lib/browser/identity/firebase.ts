import 'client-only'
/** The Firebase web SDK, with the modules in `firebase/`; lazy-loaded as its own chunk. */
import * as sdk from 'firebase/app'
import {
  ActionCodeOperation,
  type Auth,
  type AuthErrorMap,
  applyActionCode,
  browserLocalPersistence,
  browserSessionPersistence,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  sendPasswordResetEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  updatePassword,
} from 'firebase/auth'
import type { IdentitySettings } from '@/lib/config/config'
import type { MailMode } from '@/lib/email-link'
import type { ForeignCode } from '@/lib/identity/error-words'
import { isRevocation, type Revocation } from './fault'
import { accountCalls, setPassword } from './firebase/account'
import { withSecondFactor } from './firebase/challenge'
import {
  type FreshToken,
  type Outcome,
  outcomeOf,
  tokenAfterLinking,
  tokenOf,
  tokenOfSignIn,
} from './firebase/outcome'
import { keepUserUnlessRefused } from './firebase/restore'

export type { Confirmation } from './firebase/account'
export type { Enrollment, EnrollmentCalls, FactorsChanged } from './firebase/enrollment'
export type { FreshToken, Outcome } from './firebase/outcome'
export type { ProviderCalls } from './firebase/providers'
export { isDatabaseResponsive } from './user-database'

export type Credentials = { email: string; password: string }

/**
 * The SDK's user, restored and reloaded on startup; if absent, the code tells why the SDK dropped it (S55). `passwordEmail`: the
 * address that a password signs in, if the user has one.
 */
export type StoredUser =
  | { status: 'present'; providerUserId: string; passwordEmail: string | null }
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
  const app = sdk.initializeApp({ apiKey, projectId, ...(authDomain && { authDomain }) })
  const auth = initializeAuth(app, {
    persistence: [
      ...(usesDatabase ? [indexedDBLocalPersistence] : []),
      browserLocalPersistence,
      browserSessionPersistence,
    ],
    errorMap: errors.map,
  })
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  keepUserUnlessRefused(auth.authStateReady())
  startTokenRefresh(app)
  const dropCode = trackDroppedUser(auth, errors.lastCode, onRevocation)
  return {
    ...mailCalls(auth),
    ...accountCalls(auth),
    storedUser: async (): Promise<StoredUser> => {
      await auth.authStateReady()
      if (!auth.currentUser) return { status: 'absent', code: dropCode() }
      const { uid, providerData } = auth.currentUser
      const password = providerData.find(({ providerId }) => providerId === 'password')
      return { status: 'present', providerUserId: uid, passwordEmail: password?.email ?? null }
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
      outcomeOf(createUserWithEmailAndPassword(auth, email, password).then(tokenOfSignIn)),
    /** With a password that was typed just now, if the user, who is new, should have it. */
    signInByCustomToken: (token: string, password: string | null = null) =>
      signInByCustomToken(auth, token, password),
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

async function signInByCustomToken(
  auth: Auth,
  token: string,
  password: string | null,
): Promise<Outcome<FreshToken>> {
  const signedIn = await outcomeOf(signInWithCustomToken(auth, token).then(({ user }) => tokenOf(user)))
  if (signedIn.status === 'failed' || password === null) return signedIn
  const set = await setPassword(auth, { password }, (user) => updatePassword(user, password))
  // The account has none then, and its page offers one.
  return set.status === 'done' && set.value ? { status: 'done', value: set.value } : signedIn
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

/**
 * What an emailed code does: `mode` is null if unknown, `email` is the address once the code is used, `previousEmail` the
 * one before if it changes.
 */
export type MailCode = { mode: MailMode | null; email: string | null; previousEmail: string | null }

/** Emails of the provider, and their codes. Reading a code doesn't consume it. `url` is where to continue. */
function mailCalls(auth: Auth) {
  return {
    sendPasswordReset: (email: string, url: string) =>
      outcomeOf(sendPasswordResetEmail(auth, email, { url })),
    signInByLink: (email: string, link: string) =>
      outcomeOf(withSecondFactor(auth, signInWithEmailLink(auth, email, link)).then(tokenOfSignIn)),
    readCode: (code: string) => outcomeOf(readCode(auth, code)),
    useCode: (code: string) => outcomeOf(applyActionCode(auth, code)),
    resetPassword: (code: string, password: string) => outcomeOf(confirmPasswordReset(auth, code, password)),
  }
}

const modes: Record<string, MailMode> = {
  [ActionCodeOperation.PASSWORD_RESET]: 'resetPassword',
  [ActionCodeOperation.VERIFY_EMAIL]: 'verifyEmail',
  [ActionCodeOperation.RECOVER_EMAIL]: 'recoverEmail',
  [ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL]: 'verifyAndChangeEmail',
}

async function readCode(auth: Auth, code: string): Promise<MailCode> {
  const { operation, data } = await checkActionCode(auth, code)
  return {
    mode: modes[operation] ?? null,
    email: data.email ?? null,
    previousEmail: data.previousEmail ?? null,
  }
}

/**
 * Makes the SDK refresh its ID token: five minutes before expiry, and offline with retries after 30 s, doubling up to 16
 * minutes (S58–S59). It only does so while something listens for tokens, as its database SDKs do through this internal
 * API.
 */
function startTokenRefresh(app: sdk.FirebaseApp): void {
  const { _getProvider: providerOf } = sdk as unknown as Internals
  providerOf(app, 'auth-internal')
    .getImmediate()
    .addAuthTokenListener(() => undefined)
}

type Internals = {
  _getProvider: (app: sdk.FirebaseApp, name: 'auth-internal') => { getImmediate: () => InternalAuth }
}
type InternalAuth = { addAuthTokenListener: (listener: (token: string | null) => void) => void }
