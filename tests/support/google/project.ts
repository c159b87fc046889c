/** What the stand-in's endpoints share: the project, requests and responses. */
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
  /** Access tokens of the service account. */
  accessTokens: Set<string>
  /** Domains that may use other providers. */
  authorizedDomains: string[]
  /** The `mfa` of `GET /v2/projects/{project}/config`. */
  secondFactors: { state: string; enabledProviders?: string[]; providerConfigs?: object[] }
  /** Null if sign-ins need none. */
  captcha: Captcha | null
  /** Sent mails with unused codes. */
  mails: Mail[]
}

/** A sent mail; its code is unused. */
export type Mail = {
  requestType: string
  email: string
  newEmail?: string
  oobCode: string
  continueUrl: string
}

/** Without a key, the console's setup was left unfinished. */
export type Captcha = { siteKey: string | null }

/** A parsed request; its body was JSON or a form. */
export type Call = {
  body: Record<string, unknown>
  apiKey: string | null
  bearer: string | null
  query?: URLSearchParams
}

/** `body` is sent as JSON, `page` as it is. */
export type Answer = { status: number; body?: unknown; page?: string; headers?: Record<string, string> }

export const ok = (body: unknown): Answer => ({ status: 200, body })

/** An error of Identity Toolkit: SDKs branch on `message`. */
export function refusal(message: string, status = 400): Answer {
  const errors = [{ message, domain: 'global', reason: 'invalid' }]
  return { status, body: { error: { code: status, message, errors } } }
}

/** The account of a correctly signed token, or why the token is no longer accepted. */
export function accountOf(claims: JWTPayload, { accounts }: Project): Account | Answer {
  const account = accounts.byId(String(claims.sub))
  if (!account) return refusal('USER_NOT_FOUND')
  if (account.disabled) return refusal('USER_DISABLED')
  if (Number(claims.auth_time) < account.validSinceSeconds) return refusal('TOKEN_EXPIRED')
  return account
}

export const isAnswer = (value: Account | Answer): value is Answer => 'status' in value

/** An account in `accounts:lookup`, with numbers as strings, as in all of Google's JSON. */
export function describeAccount(account: Account) {
  return {
    localId: account.id,
    email: account.email,
    emailVerified: account.emailVerified,
    ...(account.password && { passwordHash: 'UkVEQUNURUQ=', passwordUpdatedAt: account.createdAtMs }),
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
