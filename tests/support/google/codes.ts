/** Codes of mails: who gets them, what they say, and what they do. A code is its account's, not its address's. */
import { randomBytes } from 'node:crypto'
import { captchaRefusal } from './captcha'
import {
  type Account,
  type Answer,
  type Call,
  isAnswer,
  type Mail,
  ok,
  type Project,
  refusal,
} from './project'
import { freshTokens, nowSeconds, ownerOf } from './tokens'

/** Makes a code. */
function makeCode({ codes }: Project, mail: Omit<Mail, 'oobCode'>): Mail {
  const made = { ...mail, oobCode: randomBytes(24).toString('base64url') }
  codes.push(made)
  return made
}

/** Writes a mail with a new code. */
export function writeMail(project: Project, mail: Omit<Mail, 'oobCode'>): Mail {
  const written = makeCode(project, mail)
  project.mails.push(written)
  return written
}

/** `accounts:sendOobCode`: doesn't reveal who has an account. */
export async function sendMail(call: Call, project: Project): Promise<Answer> {
  const refused = captchaRefusal(call, project, 'getOobCode')
  if (refused) return refused
  return call.body.returnOobLink ? refusal('INSUFFICIENT_PERMISSION') : sendMailAsAdmin(call, project)
}

/** `projects/<id>/accounts:sendOobCode`, without a captcha: with `returnOobLink` the caller gets the link, and no mail goes out. */
export async function sendMailAsAdmin({ body }: Call, project: Project): Promise<Answer> {
  const wanted = await parseRequest(body, project)
  if (isAnswer(wanted)) return wanted
  const { owner, mail } = wanted
  const { requestType, email, newEmail } = mail
  if (newEmail && project.accounts.byEmail(newEmail))
    return project.behaviour.protectsAddresses ? ok({ email }) : refusal('EMAIL_EXISTS')
  if (requestType === 'EMAIL_SIGNIN') return give({ ...mail, owner: null })
  if (owner) return give({ ...mail, owner })
  return body.returnOobLink ? refusal('EMAIL_NOT_FOUND') : ok({ email })

  function give(code: Omit<Mail, 'oobCode'>): Answer {
    if (body.returnOobLink) return ok({ email, ...linkOf(makeCode(project, code), project) })
    writeMail(project, code)
    return ok({ email })
  }
}

/** Whose mail it is: of the ID token's account, or of the address. */
async function parseRequest(
  body: Call['body'],
  project: Project,
): Promise<Answer | { owner: Account | undefined; mail: Omit<Mail, 'owner' | 'oobCode'> }> {
  const account = body.idToken === undefined ? null : await ownerOf(body.idToken, project)
  if (account && isAnswer(account)) return account
  const email = account?.email ?? String(body.email).toLowerCase()
  const newEmail = typeof body.newEmail === 'string' ? { newEmail: body.newEmail.toLowerCase() } : {}
  const mail = { requestType: String(body.requestType), email, continueUrl: String(body.continueUrl) }
  return { owner: account ?? project.accounts.byEmail(email), mail: { ...mail, ...newEmail } }
}

const modes: Record<string, string> = {
  EMAIL_SIGNIN: 'signIn',
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
}

function linkOf({ requestType, oobCode, continueUrl }: Mail, { projectId, apiKey }: Project) {
  const query = new URLSearchParams({ mode: modes[requestType] ?? '', oobCode, apiKey, continueUrl })
  return { oobCode, oobLink: `https://${projectId}.firebaseapp.com/__/auth/action?${query}` }
}

/** The unused code; undefined also if its account is gone. */
export function codeOf(code: unknown, { codes, accounts }: Project): Mail | undefined {
  return codes.find(({ oobCode, owner }) => oobCode === code && (owner === null || accounts.has(owner)))
}

/** Uses a code up. */
export function consume(code: Mail, { codes, mails }: Project): void {
  for (const list of [codes, mails]) if (list.includes(code)) list.splice(list.indexOf(code), 1)
}

/** `accounts:resetPassword`: with the code alone it says what the code is, and doesn't consume it. */
export function resetPassword({ body }: Call, project: Project): Answer {
  const code = codeOf(body.oobCode, project)
  if (!code) return refusal('INVALID_OOB_CODE')
  const { requestType, email, newEmail, owner } = code
  const named = requestType === 'EMAIL_SIGNIN' ? {} : { email, ...(newEmail && { newEmail }) }
  if (body.newPassword === undefined) return ok({ requestType, ...named })
  if (requestType !== 'PASSWORD_RESET' || !owner) return refusal('INVALID_OOB_CODE')
  if (owner.disabled) return refusal('USER_DISABLED')
  consume(code, project)
  setPassword(owner, String(body.newPassword))
  owner.emailVerified = true
  return ok({ requestType, email })
}

/** What a mail's button does, by `accounts:update`. */
export function applyCode(oobCode: unknown, project: Project): Answer {
  const code = codeOf(oobCode, project)
  const owner = code?.owner
  if (!code || !owner || !(code.requestType in appliers)) return refusal('INVALID_OOB_CODE')
  if (owner.disabled) return refusal('USER_DISABLED')
  consume(code, project)
  const refused = appliers[code.requestType]?.(owner, code, project)
  return refused ?? ok({ localId: owner.id, email: owner.email, emailVerified: owner.emailVerified })
}

type Applier = (owner: Account, code: Mail, project: Project) => Answer | null

const appliers: Record<string, Applier> = {
  VERIFY_EMAIL(owner, { email }) {
    if (owner.email !== email) return refusal('INVALID_OOB_CODE')
    owner.emailVerified = true
    return null
  },
  VERIFY_AND_CHANGE_EMAIL: (owner, { newEmail = '' }, project) =>
    changeAddress(project, owner, { email: newEmail, emailVerified: true }),
  RECOVER_EMAIL: (owner, { email }, { accounts }) =>
    accounts.byEmail(email) ? refusal('EMAIL_EXISTS') : moveTo(owner, { email, emailVerified: true }),
}

/** Changes an address, which revokes tokens, and mails the former one a way back. */
export function changeAddress(
  project: Project,
  account: Account,
  changes: Pick<Account, 'email' | 'emailVerified'>,
): Answer | null {
  if (project.accounts.byEmail(changes.email)) return refusal('EMAIL_EXISTS')
  const { email } = account
  if (email) writeMail(project, { requestType: 'RECOVER_EMAIL', email, continueUrl: '', owner: account })
  return moveTo(account, changes)
}

function moveTo(account: Account, changes: Pick<Account, 'email' | 'emailVerified'>): null {
  Object.assign(account, changes, { validSinceSeconds: nowSeconds() })
  return null
}

/** Sets a password, which revokes tokens. */
export function setPassword(account: Account, password: string): void {
  Object.assign(account, { password, passwordSetAtMs: Date.now(), validSinceSeconds: nowSeconds() })
  if (!account.providers.includes('password')) account.providers.push('password')
}

/** A browser's `accounts:update`: a code, or changes by an ID token, which bring new tokens. */
export async function update({ body }: Call, project: Project): Promise<Answer> {
  if (body.oobCode !== undefined) return applyCode(body.oobCode, project)
  const account = await ownerOf(body.idToken, project)
  if (isAnswer(account)) return account
  if (typeof body.email === 'string' && body.email.toLowerCase() !== account.email) {
    if (project.behaviour.protectsAddresses)
      return refusal('OPERATION_NOT_ALLOWED : Please verify the new email before changing email.')
    const refused = changeAddress(project, account, { email: body.email.toLowerCase(), emailVerified: false })
    if (refused) return refused
  }
  if (typeof body.password === 'string') setPassword(account, body.password)
  const unlinked = Array.isArray(body.deleteProvider) ? body.deleteProvider : []
  account.providers = account.providers.filter((providerId) => !unlinked.includes(providerId))
  return ok(await freshTokens(account, project))
}
