/** What all endpoints of the stand-in share: the project, its accounts, its keys, and the shapes they speak. */
import type { JWTPayload } from 'jose'
import { type Account, type Accounts, describeFactor } from './accounts'
import type { ServiceAccount, Signer } from './certificates'

export type Project = {
  projectId: string
  apiKey: string
  accounts: Accounts
  serviceAccount: ServiceAccount
  /** Signs ID tokens. */
  tokenSigner: Signer
  /** Signs session cookies. */
  cookieSigner: Signer
  /** Access tokens the service account was given. */
  accessTokens: Set<string>
  /** The sites that may sign people in with other providers. */
  authorizedDomains: string[]
  /** As `mfa` of `GET /v2/projects/{project}/config` has them. */
  secondFactors: { state: string; enabledProviders?: string[]; providerConfigs?: object[] }
  /** Null: sign-ins need none. */
  captcha: Captcha | null
}

/** What a project asks of sign-ins by email; without a key, one that was set up by half. */
export type Captcha = { siteKey: string | null }

/** A request, parsed: JSON and form bodies alike become one record. */
export type Call = {
  body: Record<string, unknown>
  apiKey: string | null
  bearer: string | null
  query?: URLSearchParams
}

/** A body is sent as JSON, a `page` as it is. */
export type Answer = { status: number; body?: unknown; page?: string; headers?: Record<string, string> }

export const ok = (body: unknown): Answer => ({ status: 200, body })

/** An error as Identity Toolkit words it: SDKs branch on `message`. */
export function refusal(message: string, status = 400): Answer {
  const errors = [{ message, domain: 'global', reason: 'invalid' }]
  return { status, body: { error: { code: status, message, errors } } }
}

/** The account a correctly signed token speaks of, or why Google does not take the token any more. */
export function accountOf(claims: JWTPayload, { accounts }: Project): Account | Answer {
  const account = accounts.byId(String(claims.sub))
  if (!account) return refusal('USER_NOT_FOUND')
  if (account.disabled) return refusal('USER_DISABLED')
  if (Number(claims.auth_time) < account.validSinceSeconds) return refusal('TOKEN_EXPIRED')
  return account
}

export const isAnswer = (value: Account | Answer): value is Answer => 'status' in value

/** An account as `accounts:lookup` shows it: numbers as text, as in all of Google's JSON. */
export function describeAccount(account: Account) {
  return {
    localId: account.id,
    email: account.email,
    emailVerified: account.emailVerified,
    ...(account.providers.includes('password') && { passwordHash: 'UkVEQUNURUQ=' }),
    providerUserInfo: account.providers.map((providerId) => ({
      providerId,
      federatedId: account.email,
      email: account.email,
      rawId: account.email,
    })),
    validSince: String(account.validSinceSeconds),
    disabled: account.disabled,
    lastLoginAt: String(Date.now()),
    createdAt: String(account.createdAtMs),
    customAttributes: JSON.stringify(account.claims),
    ...(account.secondFactors.length > 0 && { mfaInfo: account.secondFactors.map(describeFactor) }),
  }
}
