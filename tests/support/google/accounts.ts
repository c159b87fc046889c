/** The stand-in's accounts, and how tests change them. */
import { randomBytes } from 'node:crypto'
import type { JWTPayload } from 'jose'

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

/** An app's secret in base32, or a phone number. */
export type Factor = { id: string; name: string; enrolledAt: string } & (
  | { secret: string }
  | { phone: string }
)

/** What a refresh token stands for: an account, its last sign-in, and the claims of its ID tokens about that. */
type Grant = { accountId: string; authenticatedAt: number; claims: JWTPayload }

export type Accounts = ReturnType<typeof createAccounts>

/** An empty set of accounts. */
export function createAccounts() {
  const accounts = new Map<string, Account>()
  const grants = new Map<string, Grant>()

  const byEmail = (email: string) => [...accounts.values()].find((account) => account.email === email)

  function require(email: string): Account {
    const account = byEmail(email)
    if (!account) throw new Error(`The stand-in has no account ${email}`)
    return account
  }

  return {
    byId: (id: string) => accounts.get(id),
    byEmail,
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
      Object.assign(require(email), changes)
    },
    /** Deletes an account; its tokens stay correctly signed. */
    remove(email: string): void {
      accounts.delete(require(email).id)
    },
    /** Revokes tokens of sign-ins before this second, as `revokeRefreshTokens` does. */
    revokeTokens(email: string, sinceSeconds = Math.floor(Date.now() / 1000)): void {
      require(email).validSinceSeconds = sinceSeconds
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
export function describeFactor(factor: Factor) {
  const { id: mfaEnrollmentId, name: displayName, enrolledAt } = factor
  const kind = 'secret' in factor ? { totpInfo: {} } : { phoneInfo: factor.phone }
  return { mfaEnrollmentId, displayName, enrolledAt, ...kind }
}
