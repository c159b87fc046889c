/** The tokens that a browser's Firebase SDK gets. */
import type { JWTPayload } from 'jose'
import type { Account, Factor } from './accounts'
import type { Project } from './project'
import { nowSeconds, signIdToken } from './tokens'

/** Tokens of a new sign-in; `claims` describe one that wasn't by password alone. */
export async function freshTokens(account: Account, project: Project, claims: JWTPayload = {}) {
  const authenticatedAt = nowSeconds()
  return {
    localId: account.id,
    email: account.email,
    idToken: await signIdToken(tokenSigning(project), account, authenticatedAt, claims),
    refreshToken: project.accounts.grant(account.id, authenticatedAt, claims),
    expiresIn: '3600',
  }
}

/** A token's claims about the second factor used. */
export function claimsOfFactor({ email }: Account, factor: Factor): JWTPayload {
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
