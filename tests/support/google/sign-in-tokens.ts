/** The tokens that a browser's Firebase SDK gets. */
import type { JWTPayload } from 'jose'
import type { Account, Factor } from './accounts'
import type { Project } from './project'
import { nowSeconds, signIdToken } from './tokens'

/** Tokens of a sign-in just now. */
export async function freshTokens(account: Account, project: Project, factor?: Factor) {
  const authenticatedAt = nowSeconds()
  return {
    localId: account.id,
    email: account.email,
    idToken: await signIdToken(tokenSigning(project), account, authenticatedAt, claimsOf(account, factor)),
    refreshToken: project.accounts.grant(account.id, authenticatedAt, factor),
    expiresIn: '3600',
  }
}

/** What a token says of the second factor that was given. */
export function claimsOf({ email }: Account, factor: Factor | undefined): JWTPayload {
  if (!factor) return {}
  const given = {
    sign_in_second_factor: 'secret' in factor ? 'totp' : 'phone',
    second_factor_identifier: factor.id,
  }
  return { firebase: { identities: { email: [email] }, sign_in_provider: 'password', ...given } }
}

/** What signs ID tokens. */
export function tokenSigning({ tokenSigner, projectId }: Project) {
  return { signer: tokenSigner, projectId }
}
