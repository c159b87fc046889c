import 'server-only'
import {
  type App,
  applicationDefault,
  type Credential,
  cert,
  getApps,
  initializeApp,
} from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'
import { codeOf } from '@/lib/error-code'
import { pointAdminSdkAtEmulator, serverConfig } from '@/lib/server/config'
import { withTimeout } from '@/lib/time/timeout'

/** Our limit for the provider's responses; the SDK's own timeouts are minutes. */
export const maxResponseMs = 4_000

/** `refused` is the provider's response; `unavailable` means none, or none in time. */
export type IdentityResult<T> =
  | { status: 'ok'; value: T }
  | { status: 'refused'; code: string }
  | { status: 'unavailable'; code: string }

/** The deadline for all provider calls of one request, by `performance.now()`. */
export function identityDeadline(): number {
  return performance.now() + maxResponseMs
}

/** Calls the provider, and distinguishes its refusals from its failures. */
export async function callProvider<T>(
  call: (auth: Auth) => Promise<T>,
  deadline = identityDeadline(),
): Promise<IdentityResult<T>> {
  try {
    return {
      status: 'ok',
      value: await withTimeout(call(getAuth(adminApp())), deadline - performance.now()),
    }
  } catch (error) {
    const code = codeOf(error) ?? credentialCode(error)
    if (code === null) throw error
    return { status: isRefusal(error, code) ? 'refused' : 'unavailable', code }
  }
}

/**
 * The library behind default credentials throws a plain error if it finds none, and uses the HTTP status of Google's metadata
 * server as its code.
 */
function credentialCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (!('code' in error)) return error.constructor === Error ? 'app/invalid-credential' : null
  return typeof error.code === 'number' ? `metadata-${error.code}` : null
}

/** Codes that refuse the token. All others mean the provider is unavailable. */
const refusals = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/user-disabled',
  'auth/user-not-found',
])

/**
 * The SDK uses the same code for a bad token and for keys it couldn't fetch; only the message of a refusal
 * mentions the token. (tests/session/provider-faults.own.spec.ts fails if the message changes.)
 */
function isRefusal(error: unknown, code: string): boolean {
  if (code !== 'auth/argument-error') return refusals.has(code)
  return error instanceof Error && error.message.includes('ID token')
}

/** Shared through the SDK's own registry, as Next loads this module more than once per process. */
export function adminApp(): App {
  const [app] = getApps()
  if (app) return app
  const { serviceAccount, public: site } = serverConfig()
  const projectId = site.identity?.projectId
  if (!projectId) throw new TypeError('FIREBASE_WEBAPP_CONFIG is not set: identity is not configured')
  if (site.emulatorUrl) pointAdminSdkAtEmulator(site.emulatorUrl)
  if (site.emulatorUrl) return initializeApp({ projectId })
  const create = serviceAccount ? newCertificate(serviceAccount) : newApplicationDefault
  const credential = credentialWithTimeout(create)
  return initializeApp({ projectId, credential })
}

/**
 * The SDK requests access tokens without a timeout, and later callers share the pending request: if its response is lost,
 * nobody can sign in anymore. So after a timeout the next call gets a new credential. A proxy keeps the credential's class,
 * by which the SDK decides whether to send a quota project.
 */
function credentialWithTimeout(create: (attempt: number) => Credential): Credential {
  let attempt = 1
  let credential = create(attempt)
  async function getAccessToken() {
    const current = credential
    // A late response isn't lost: the next call uses its token.
    const pending = current.getAccessToken().then((token) => {
      credential = current
      return token
    })
    try {
      return await withTimeout(pending, maxResponseMs)
    } catch (error) {
      if (codeOf(error) === 'timeout' && credential === current) credential = create(++attempt)
      throw error
    }
  }
  return new Proxy(credential, {
    get: (_, name) => (name === 'getAccessToken' ? getAccessToken : Reflect.get(credential, name)),
  })
}

/** The SDK caches credentials by the content of their key file, so each attempt adds its number. */
function newCertificate(serviceAccount: Record<string, unknown>) {
  return (attempt: number): Credential => {
    const keyFile: Record<string, unknown> = { ...serviceAccount, attempt }
    return cert(keyFile)
  }
}

/** The SDK keeps one per process, and exports no class to create another. */
function newApplicationDefault(): Credential {
  return Reflect.construct(applicationDefault().constructor, [])
}
