import 'client-only'
/** The only cell that knows the Firebase web SDK; loaded as a chunk of its own when it is first needed. */
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
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth'
import type { IdentitySettings } from '@/lib/config/config'
import type { ForeignCode } from '@/lib/identity/error-words'
import { isRevocation, type Revocation } from './fault'
import { type AccountCalls, accountCalls } from './firebase/account'
import { type MailCalls, mailCalls } from './firebase/mail'
import { type FreshToken, type Outcome, outcomeOf, tokenOf } from './firebase/outcome'
import { type PolicyCalls, policyCalls } from './firebase/password-policy'
import { keepTokenFresh } from './firebase/token-refresh'

export type { Confirmation } from './firebase/account'
export type { MailCode, MailOperation } from './firebase/mail'
export type { FreshToken, Outcome } from './firebase/outcome'

export type Credentials = { email: string; password: string }

/**
 * The user of the SDK, which restores and reloads one at its start. Absent with a code: there was one, and the SDK has
 * dropped it for this (spec section 4).
 */
export type StoredUser =
  | { status: 'present'; userId: string }
  | { status: 'absent'; code: ForeignCode | null }

export type IdentityClient = MailCalls &
  AccountCalls &
  PolicyCalls & {
    storedUser: () => Promise<StoredUser>
    /** A token issued just now for the stored user; `no-user` if there is none. */
    freshToken: () => Promise<Outcome<FreshToken>>
    signIn: (credentials: Credentials) => Promise<Outcome<FreshToken>>
    createAccount: (credentials: Credentials) => Promise<Outcome<FreshToken>>
    signOut: () => Promise<void>
  }

/**
 * Opens the SDK. `initializeAuth` and not `getAuth`: that obeys a planted `__FIREBASE_DEFAULTS__` cookie,
 * which would send passwords elsewhere. `onRevocation` hears why it drops its user later on, as at a refresh of its own.
 */
export function openIdentityClient(
  { apiKey, projectId, authDomain }: IdentitySettings,
  emulatorUrl: string | null,
  onRevocation: (code: Revocation) => void,
): IdentityClient {
  const errors = watchErrorCodes()
  const app = initializeApp({ apiKey, projectId, ...(authDomain && { authDomain }) })
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence],
    errorMap: errors.map,
  })
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  keepTokenFresh(app)
  const dropCode = watchDrops(auth, errors.lastCode, onRevocation)
  return {
    ...mailCalls(auth),
    ...accountCalls(auth),
    ...policyCalls(auth),
    storedUser: async () => {
      await auth.authStateReady()
      return auth.currentUser
        ? { status: 'present', userId: auth.currentUser.uid }
        : { status: 'absent', code: dropCode() }
    },
    freshToken: async () => {
      await auth.authStateReady()
      return auth.currentUser
        ? outcomeOf(tokenOf(auth.currentUser, { isForced: true }))
        : { status: 'failed', code: dropCode() ?? 'no-user' }
    },
    signIn: ({ email, password }) =>
      outcomeOf(signInWithEmailAndPassword(auth, email, password).then(({ user }) => tokenOf(user))),
    createAccount: ({ email, password }) =>
      outcomeOf(createUserWithEmailAndPassword(auth, email, password).then(({ user }) => tokenOf(user))),
    signOut: async () => {
      // Before the stored user is there it would undo the sign-out.
      await auth.authStateReady()
      await signOut(auth)
    },
  }
}

/**
 * Why there is no user: at the start whatever the reload has failed with, later only what the SDK takes for the end of a
 * user. A sign-out has no code.
 */
function watchDrops(
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
 * The SDK does not say why it dropped its user, at its start or at a refresh of its own: it looks up the words for the
 * code and throws the error away. So the words are asked for here, where there are none, and the code is kept.
 */
function watchErrorCodes(): { map: AuthErrorMap; lastCode: () => ForeignCode | null } {
  let lastCode: ForeignCode | null = null
  const words = new Proxy(
    {},
    {
      get(_, code) {
        lastCode = String(code) as ForeignCode
        return undefined
      },
    },
  )
  return { map: () => words, lastCode: () => lastCode }
}
