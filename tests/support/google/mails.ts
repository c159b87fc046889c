/** The mails that the stand-in would send, and what their codes are. */
import { randomBytes } from 'node:crypto'
import { captchaRefusal } from './captcha'
import { type Answer, type Call, type Mail, ok, type Project, refusal } from './project'
import { freshTokens } from './tokens'

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
  return ok({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email })
}

/** `accounts:resetPassword`: with the code alone it says what the code is, and doesn't consume it. */
export function readCode({ body }: Call, project: Project): Answer {
  const mail = mailOf(body.oobCode, project)
  if (!mail) return refusal('INVALID_OOB_CODE')
  const { requestType, email, newEmail } = mail
  const named = requestType === 'EMAIL_SIGNIN' ? {} : { email, ...(newEmail && { newEmail }) }
  return ok({ kind: 'identitytoolkit#ResetPasswordResponse', requestType, ...named })
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
