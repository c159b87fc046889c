/** Second factors: authenticator apps, which the emulator lacks, and phones, with the captcha that it spares them. */
import { randomBytes } from 'node:crypto'
import {
  type Account,
  type Answer,
  type Call,
  describeFactor,
  type Factor,
  isAnswer,
  ok,
  type Project,
  refusal,
} from './project'
import { claimsOfFactor, freshTokens, nowSeconds, ownerOf } from './tokens'

/** The token of a passed captcha. */
export const captchaToken = 'captcha-token'

/** What every app shows, and every SMS says. */
export const rightCode = '123456'

/** The answer to a new authenticator app. */
export const totpSessionInfo = {
  sharedSecretKey: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  verificationCodeLength: 6,
  hashingAlgorithm: 'SHA1',
  periodSec: 30,
  sessionInfo: 'an app',
  finalizeEnrollmentTime: '2100-01-01T00:00:00Z',
}

/** The response to the right password of an account with second factors. */
export function requireSecondFactor({ id, email, secondFactors }: Account): Answer {
  return ok({ localId: id, email, mfaPendingCredential: id, mfaInfo: secondFactors.map(describeFactor) })
}

/** `mfaEnrollment:start`. */
export async function startEnrolment({ body }: Call, project: Project): Promise<Answer> {
  const account = await ownerOf(body.idToken, project)
  if (isAnswer(account)) return account
  if (!account.emailVerified)
    return refusal('UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.')
  const sms = body.phoneEnrollmentInfo as { phoneNumber: string; recaptchaToken?: string } | undefined
  return sms
    ? sendCode(sms.recaptchaToken, { phoneSessionInfo: { sessionInfo: sms.phoneNumber } })
    : ok({ totpSessionInfo })
}

/** `mfaEnrollment:finalize`, which revokes earlier tokens. */
export async function finalizeEnrolment({ body }: Call, project: Project): Promise<Answer> {
  const account = await ownerOf(body.idToken, project)
  if (isAnswer(account)) return account
  const { sms, isRight } = parseCode(body)
  if (!isRight) return refusal('INVALID_CODE')
  const factor: Factor = {
    id: randomBytes(10).toString('hex'),
    name: String(body.displayName ?? ''),
    enrolledAt: new Date().toISOString(),
    phone: sms?.sessionInfo,
  }
  account.secondFactors.push(factor)
  account.validSinceSeconds = nowSeconds()
  return ok(await freshTokens(account, project, claimsOfFactor(account, factor)))
}

/** `mfaEnrollment:withdraw`. */
export async function withdrawEnrolment({ body }: Call, project: Project): Promise<Answer> {
  const account = await ownerOf(body.idToken, project)
  if (isAnswer(account)) return account
  account.secondFactors = account.secondFactors.filter(({ id }) => id !== body.mfaEnrollmentId)
  return ok(await freshTokens(account, project))
}

/** `mfaSignIn:start`, which only phones need. */
export function startSecondFactor({ body }: Call): Answer {
  const { recaptchaToken } = body.phoneSignInInfo as { recaptchaToken?: string }
  return sendCode(recaptchaToken, { phoneResponseInfo: { sessionInfo: body.mfaEnrollmentId } })
}

/** `mfaSignIn:finalize`. */
export async function finalizeSecondFactor({ body }: Call, project: Project): Promise<Answer> {
  const { sms, isRight } = parseCode(body)
  const account = project.accounts.byId(String(body.mfaPendingCredential))
  const factor = account?.secondFactors.find(({ id }) => id === (sms?.sessionInfo ?? body.mfaEnrollmentId))
  if (!account || !factor) return refusal('MFA_ENROLLMENT_NOT_FOUND')
  if (!isRight) return refusal('INVALID_CODE')
  return ok(await freshTokens(account, project, claimsOfFactor(account, factor)))
}

/** Google sends no SMS without a passed captcha. */
function sendCode(captcha: string | undefined, answer: object): Answer {
  return captcha === captchaToken ? ok(answer) : refusal('CAPTCHA_CHECK_FAILED')
}

function parseCode({ phoneVerificationInfo, totpVerificationInfo }: Call['body']) {
  const sms = phoneVerificationInfo as { sessionInfo: string; code: string } | undefined
  const app = totpVerificationInfo as { verificationCode: string } | undefined
  return { sms, isRight: (sms?.code ?? app?.verificationCode) === rightCode }
}
