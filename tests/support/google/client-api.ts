/** The endpoints that a browser’s Firebase SDK calls with the project’s API key to sign in, and for the account. */
import type { JWTPayload } from 'jose'
import { captchaRefusal } from './captcha'
import { codeOf, consume, setPassword } from './codes'
import {
  type Answer,
  accountOf,
  type Call,
  describeAccount,
  isAnswer,
  ok,
  type Project,
  refusal,
} from './project'
import { requireSecondFactor } from './second-factors'
import { freshTokens, identitiesOf, ownerOf, parseCustomToken, signIdToken, tokenSigning } from './tokens'

/** `accounts:signUp`: a new account with email and password, or a first password for a token's account. */
export async function signUp(call: Call, project: Project): Promise<Answer> {
  const refused = captchaRefusal(call, project, 'signUpPassword')
  if (refused) return refused
  const { email, password, idToken } = call.body as { email: string; password: string; idToken?: string }
  const owner = project.accounts.byEmail(email)
  const account = idToken === undefined ? null : await ownerOf(idToken, project)
  if (account && isAnswer(account)) return account
  // Unlike the emulator, Google accepts the account's own address.
  if (owner && owner !== account) return refusal('EMAIL_EXISTS')
  // A first password revokes earlier tokens.
  if (account) {
    account.email = email
    setPassword(account, password)
  }
  return ok(await freshTokens(account ?? project.accounts.add(email, password), project))
}

/** `accounts:signInWithPassword`. A wrong password and an unknown address get the same answer. */
export async function signIn(call: Call, project: Project): Promise<Answer> {
  const refused = captchaRefusal(call, project, 'signInWithPassword')
  if (refused) return refused
  const account = project.accounts.byEmail(String(call.body.email))
  if (!account || account.password !== call.body.password) return refusal('INVALID_LOGIN_CREDENTIALS')
  if (account.disabled) return refusal('USER_DISABLED')
  if (account.secondFactors.length > 0) return requireSecondFactor(account)
  return ok({ registered: true, ...(await freshTokens(account, project)) })
}

/** `accounts:signInWithCustomToken`: makes a user without an address if nobody has the ID. */
export async function signInWithCustomToken({ body: { token } }: Call, project: Project): Promise<Answer> {
  const said = await parseCustomToken(token, project.serviceAccount)
  if (!said) return refusal('INVALID_CUSTOM_TOKEN')
  const id = String(said.uid)
  const known = project.accounts.byId(id)
  if (!known && !project.behaviour.customTokensMakeUsers) return refusal('INVALID_CUSTOM_TOKEN')
  const account = known ?? project.accounts.add('', '', { id, providers: [] })
  if (account.disabled) return refusal('USER_DISABLED')
  const firebase = { identities: identitiesOf(account), sign_in_provider: 'custom' }
  const claims = said.claims as JWTPayload | undefined
  return ok({ isNewUser: !known, ...(await freshTokens(account, project, { ...claims, firebase })) })
}

/**
 * `accounts:signInWithIdp`, also to link it: the provider's code is the person's email address, which is the ID there, too. Like the
 * emulator it believes an ID token of the provider that is plain JSON.
 */
export async function signInWithIdp(
  { body: { requestUri, postBody, idToken } }: Call,
  project: Project,
): Promise<Answer> {
  const providerId = 'google.com'
  const code = new URL(String(requestUri)).searchParams.get('code')
  const claims = JSON.parse(new URLSearchParams(String(postBody)).get('id_token') ?? '{}')
  const { sub: rawId, email } = code === null ? claims : { sub: code, email: code }
  const { accounts } = project
  const linked = accounts.byProvider(providerId, rawId)
  const known = idToken === undefined ? (linked ?? accounts.byEmail(email)) : await ownerOf(idToken, project)
  if (known && isAnswer(known)) return known
  if (linked && known !== linked) return refusal('FEDERATED_USER_ID_ALREADY_LINKED')
  // Google vouches for the addresses of its own.
  const account = known ?? accounts.add(email, '', { providers: [], emailVerified: true })
  if (account.disabled) return refusal('USER_DISABLED')
  if (!account.providers.includes(providerId)) account.providers.push(providerId)
  account.rawIds[providerId] = rawId
  const federatedId = `https://accounts.google.com/${rawId}`
  const firebase = { identities: identitiesOf(account), sign_in_provider: providerId }
  const answer = { providerId, federatedId, isNewUser: !known }
  return ok({ ...answer, ...(await freshTokens(account, project, { firebase })) })
}

/** `/v1/token`: a fresh ID token with the sign-in's `auth_time`. */
export async function refresh({ body }: Call, project: Project): Promise<Answer> {
  if (body.grant_type !== 'refresh_token') return refusal('INVALID_GRANT_TYPE')
  const refreshToken = String(body.refresh_token)
  const grant = project.accounts.grantOf(refreshToken)
  if (!grant) return refusal('INVALID_REFRESH_TOKEN')
  if (!project.accounts.has(grant.account)) return refusal('USER_NOT_FOUND')
  const account = accountOf({ sub: grant.account.id, auth_time: grant.authenticatedAt }, project)
  if (isAnswer(account)) return account
  const idToken = await signIdToken(tokenSigning(project), account, grant.authenticatedAt, grant.claims)
  return ok({
    access_token: idToken,
    id_token: idToken,
    refresh_token: refreshToken,
    expires_in: '3600',
    token_type: 'Bearer',
    user_id: account.id,
    project_id: project.projectId,
  })
}

/** A browser's `accounts:lookup`: the account of an ID token. */
export async function lookup({ body }: Call, project: Project): Promise<Answer> {
  const account = await ownerOf(body.idToken, project)
  return isAnswer(account) ? account : ok({ users: [describeAccount(account)] })
}

/** A browser's `accounts:delete`: the account of an ID token. */
export async function remove({ body }: Call, project: Project): Promise<Answer> {
  const account = await ownerOf(body.idToken, project)
  if (isAnswer(account)) return account
  project.accounts.removeById(account.id)
  return ok({})
}

/** `accounts:signInWithEmailLink`: verifies the address of an account, or creates one. */
export async function signInByLink({ body }: Call, project: Project): Promise<Answer> {
  const mail = codeOf(body.oobCode, project)
  if (mail?.requestType !== 'EMAIL_SIGNIN') return refusal('INVALID_OOB_CODE')
  if (mail.email !== String(body.email).toLowerCase()) return refusal('INVALID_EMAIL')
  const known = project.accounts.byEmail(mail.email)
  if (known?.disabled) return refusal('USER_DISABLED')
  consume(mail, project)
  const account = known ?? project.accounts.add(mail.email, '')
  account.emailVerified = true
  if (!account.providers.includes('password')) account.providers.push('password')
  if (account.secondFactors.length > 0) return requireSecondFactor(account)
  return ok({ isNewUser: !known, ...(await freshTokens(account, project)) })
}
