/** What the stand-in’s endpoints share: the project and its accounts, which tests change; requests and responses. */

import { randomBytes } from 'node:crypto'
import type { JWTPayload } from 'jose'
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

export type Account = {
  id: string
  email: string
  password: string
  emailVerified: boolean
  disabled: boolean
  /** Tokens of sign-ins before this second are revoked. */
  validSinceSeconds: number
  createdAtMs: number
  /** Custom claims, as the Admin SDK sets them. */
  claims: Record<string, unknown>
  /** Its sign-in methods. */
  providers: string[]
  secondFactors: Factor[]
}

/** A phone, or without its number an authenticator app. */
export type Factor = { id: string; name: string; enrolledAt: string; phone?: string | undefined }

/** What a refresh token stands for: an account, its last sign-in, and the claims of its ID tokens about that. */
type Grant = { accountId: string; authenticatedAt: number; claims: JWTPayload }

export type Accounts = ReturnType<typeof createAccounts>

/** An empty set of accounts. */
export function createAccounts() {
  const accounts = new Map<string, Account>()
  const grants = new Map<string, Grant>()

  const byEmail = (email: string) => [...accounts.values()].find((account) => account.email === email)

  function named(email: string): Account {
    const account = byEmail(email)
    if (!account) throw new Error(`The stand-in has no account ${email}`)
    return account
  }

  return {
    byId: (id: string) => accounts.get(id),
    byEmail,
    named,
    /** Adds an account, as signing up does. */
    add(email: string, password: string, rest: Partial<Account> = {}): Account {
      const now = Date.now()
      const account: Account = {
        id: randomBytes(14).toString('hex'),
        email,
        password,
        emailVerified: false,
        disabled: false,
        validSinceSeconds: Math.floor(now / 1000),
        createdAtMs: now,
        claims: {},
        providers: ['password'],
        secondFactors: [],
        ...rest,
      }
      accounts.set(account.id, account)
      return account
    },
    /** Changes an account as the Firebase console does: `{ disabled: true }`. */
    change(email: string, changes: Partial<Omit<Account, 'id'>>): void {
      Object.assign(named(email), changes)
    },
    /** Deletes an account; its tokens stay correctly signed. */
    remove(email: string): void {
      accounts.delete(named(email).id)
    },
    /** A new refresh token of a sign-in at `authenticatedAt`. */
    grant(accountId: string, authenticatedAt: number, claims: JWTPayload): string {
      const token = randomBytes(60).toString('base64url')
      grants.set(token, { accountId, authenticatedAt, claims })
      return token
    },
    /** Moves all sign-ins into the past, as for a browser that comes back after days. */
    ageSignIns(bySeconds: number): void {
      for (const grant of grants.values()) grant.authenticatedAt -= bySeconds
    },
    grantOf: (refreshToken: string) => grants.get(refreshToken),
  }
}

/** A factor in the responses of `accounts:lookup` and sign-ins. */
export function describeFactor({ id: mfaEnrollmentId, name: displayName, enrolledAt, phone }: Factor) {
  return { mfaEnrollmentId, displayName, enrolledAt, ...(phone ? { phoneInfo: phone } : { totpInfo: {} }) }
}
