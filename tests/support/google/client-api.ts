/** The endpoints that a browser’s Firebase SDK calls with the project’s API key, and the mails that some of them send. */

import { randomBytes } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { captchaRefusal } from './captcha'
import {
  type Answer,
  accountOf,
  type Call,
  describeAccount,
  isAnswer,
  type Mail,
  ok,
  type Project,
  refusal,
} from './project'
import { requireSecondFactor } from './second-factors'
import { freshTokens, nowSeconds, ownerOf, parseCustomToken, signIdToken, tokenSigning } from './tokens'

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
  if (account) Object.assign(account, { email, password, validSinceSeconds: nowSeconds() })
  account?.providers.push('password')
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

/** `accounts:signInWithCustomToken`. Unlike Google's, only for existing accounts. */
export async function signInWithCustomToken({ body: { token } }: Call, project: Project): Promise<Answer> {
  const said = await parseCustomToken(token, project.serviceAccount)
  const account = project.accounts.byId(String(said?.uid))
  if (!account) return refusal('INVALID_CUSTOM_TOKEN')
  if (account.disabled) return refusal('USER_DISABLED')
  const firebase = { identities: { email: [account.email] }, sign_in_provider: 'custom' }
  const claims = said?.claims as JWTPayload | undefined
  return ok({ isNewUser: false, ...(await freshTokens(account, project, { ...claims, firebase })) })
}

/** `accounts:signInWithIdp`, also to link it: the provider's code is the person's email address. */
export async function signInWithIdp(
  { body: { requestUri, idToken } }: Call,
  project: Project,
): Promise<Answer> {
  const providerId = 'google.com'
  const email = new URL(String(requestUri)).searchParams.get('code') ?? ''
  const known = idToken === undefined ? project.accounts.byEmail(email) : await ownerOf(idToken, project)
  if (known && isAnswer(known)) return known
  const account = known ?? project.accounts.add(email, '', { providers: [] })
  if (!account.providers.includes(providerId)) account.providers.push(providerId)
  const federatedId = `https://accounts.google.com/${account.id}`
  return ok({ providerId, federatedId, ...(await freshTokens(account, project)) })
}

/** `/v1/token`: a fresh ID token with the sign-in's `auth_time`. */
export async function refresh({ body }: Call, project: Project): Promise<Answer> {
  if (body.grant_type !== 'refresh_token') return refusal('INVALID_GRANT_TYPE')
  const refreshToken = String(body.refresh_token)
  const grant = project.accounts.grantOf(refreshToken)
  if (!grant) return refusal('INVALID_REFRESH_TOKEN')
  const account = accountOf({ sub: grant.accountId, auth_time: grant.authenticatedAt }, project)
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

/** Writes a mail with a new code. */
export function writeMail({ mails }: Project, mail: Omit<Mail, 'oobCode'>): Mail {
  const written = { ...mail, oobCode: randomBytes(24).toString('base64url') }
  mails.push(written)
  return written
}

/** `accounts:sendOobCode`: doesn't reveal who has an account. */
export function sendMail(call: Call, project: Project): Answer {
  const refused = captchaRefusal(call, project, 'getOobCode')
  return refused ?? sendMailAsAdmin(call, project)
}

/** `projects/<id>/accounts:sendOobCode`, without a captcha. */
export function sendMailAsAdmin({ body }: Call, project: Project): Answer {
  const { requestType, email, continueUrl } = body
  writeMail(project, {
    requestType: String(requestType),
    email: String(email),
    continueUrl: String(continueUrl),
  })
  return ok({ email })
}

/** `accounts:resetPassword`: with the code alone it says what the code is, and doesn't consume it. */
export function readCode({ body }: Call, project: Project): Answer {
  const mail = mailOf(body.oobCode, project)
  if (!mail) return refusal('INVALID_OOB_CODE')
  const { requestType, email, newEmail } = mail
  const named = requestType === 'EMAIL_SIGNIN' ? {} : { email, ...(newEmail && { newEmail }) }
  return ok({ requestType, ...named })
}

/** `accounts:signInWithEmailLink`: verifies the address of an account, or creates one. */
export async function signInByLink({ body }: Call, project: Project): Promise<Answer> {
  const mail = mailOf(body.oobCode, project)
  if (mail?.requestType !== 'EMAIL_SIGNIN') return refusal('INVALID_OOB_CODE')
  if (mail.email !== body.email) return refusal('INVALID_EMAIL')
  project.mails.splice(project.mails.indexOf(mail), 1)
  const known = project.accounts.byEmail(mail.email)
  const account = known ?? project.accounts.add(mail.email, '')
  account.emailVerified = true
  return ok({ isNewUser: !known, ...(await freshTokens(account, project)) })
}

function mailOf(code: unknown, { mails }: Project): Mail | undefined {
  return mails.find(({ oobCode }) => oobCode === code)
}
