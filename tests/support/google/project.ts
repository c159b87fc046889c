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
  /** Unused codes, whether they were mailed or not. */
  codes: Mail[]
  /** Sent mails with unused codes. */
  mails: Mail[]
  behaviour: Behaviour
}

/** What Google may do in one way or the other: its documentation leaves it open, or projects choose. */
export type Behaviour = {
  /** `accounts:batchCreate` with another user's address or Google identity makes a second user with it, as documented. */
  importsDuplicates: boolean
  /** A custom token for an ID that nobody has makes a user with it, as the documentation says. */
  customTokensMakeUsers: boolean
  /** Email enumeration protection, the default of new projects: an address changes only by a mail to the new one. */
  protectsAddresses: boolean
}

/** A mail, or what an administrator gets instead; its code is unused. */
export type Mail = {
  requestType: string
  email: string
  newEmail?: string
  oobCode: string
  continueUrl: string
  /** Whose code it is: it dies with that account, though another may have the address by then. Sign-in links have none. */
  owner: Account | null
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

export const isAnswer = (value: object): value is Answer => 'status' in value

/** An account in `accounts:lookup`, with numbers as strings, as in all of Google's JSON. */
export function describeAccount(account: Account) {
  return {
    localId: account.id,
    ...(account.email && { email: account.email }),
    emailVerified: account.emailVerified,
    ...(account.password && {
      passwordHash: 'UkVEQUNURUQ=',
      passwordUpdatedAt: account.passwordSetAtMs ?? account.createdAtMs,
    }),
    providerUserInfo: account.providers.map((providerId) => ({
      providerId,
      federatedId: rawIdOf(account, providerId),
      email: account.email,
      rawId: rawIdOf(account, providerId),
    })),
    validSince: String(account.validSinceSeconds),
    disabled: account.disabled,
    lastLoginAt: String(Date.now()),
    createdAt: String(account.createdAtMs),
    customAttributes: JSON.stringify(account.claims),
    ...(account.secondFactors.length > 0 && { mfaInfo: account.secondFactors.map(describeFactor) }),
  }
}

/** The account's ID at a provider. */
export function rawIdOf({ rawIds, email }: Account, providerId: string): string {
  return rawIds[providerId] ?? email
}

export type Account = {
  id: string
  /** Empty without one, as after a sign-in by a custom token that made the account. */
  email: string
  /** Empty without one. */
  password: string
  passwordSetAtMs?: number
  emailVerified: boolean
  disabled: boolean
  /** Tokens of sign-ins before this second are revoked. */
  validSinceSeconds: number
  createdAtMs: number
  /** Custom claims, as the Admin SDK sets them. */
  claims: Record<string, unknown>
  /** Its sign-in methods. */
  providers: string[]
  /** Its IDs at providers, where they aren't its address. */
  rawIds: Record<string, string>
  secondFactors: Factor[]
}

/** A phone, or without its number an authenticator app. */
export type Factor = { id: string; name: string; enrolledAt: string; phone?: string | undefined }

/**
 * What a refresh token stands for: an account, its last sign-in, and the claims of its ID tokens about that. It is for this very
 * account, not for another that has its ID later.
 */
type Grant = { account: Account; authenticatedAt: number; claims: JWTPayload }

export type Accounts = ReturnType<typeof createAccounts>

/** An empty set of accounts. */
export function createAccounts() {
  const accounts = new Map<string, Account>()
  const grants = new Map<string, Grant>()

  const find = (isWanted: (account: Account) => boolean) => [...accounts.values()].find(isWanted)
  const byEmail = (email: string) => (email === '' ? undefined : find((account) => account.email === email))

  function named(email: string): Account {
    const account = byEmail(email)
    if (!account) throw new Error(`The stand-in has no account ${email}`)
    return account
  }

  return {
    byId: (id: string) => accounts.get(id),
    byEmail,
    byProvider: (providerId: string, rawId: string) =>
      find((account) => account.providers.includes(providerId) && rawIdOf(account, providerId) === rawId),
    all: () => [...accounts.values()],
    /** Whether this very account is still there. */
    has: (account: Account) => accounts.get(account.id) === account,
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
        rawIds: {},
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
    /** Deletes an account; its ID tokens stay correctly signed, its codes and refresh tokens end. */
    remove(email: string): void {
      accounts.delete(named(email).id)
    },
    removeById: (id: string) => accounts.delete(id),
    /** A new refresh token of a sign-in at `authenticatedAt`. */
    grant(account: Account, authenticatedAt: number, claims: JWTPayload): string {
      const token = randomBytes(60).toString('base64url')
      grants.set(token, { account, authenticatedAt, claims })
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
