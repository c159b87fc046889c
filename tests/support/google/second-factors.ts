/** Second factors: authenticator apps, which the emulator lacks, and phones. */
import { createHmac, randomBytes } from 'node:crypto'
import {
  type Account,
  type Answer,
  accountOf,
  type Call,
  describeFactor,
  type Factor,
  isAnswer,
  ok,
  type Project,
  refusal,
} from './project'
import { claimsOfFactor, freshTokens, nowSeconds, parseIdToken } from './tokens'

/** The token of a passed captcha. */
export const captchaToken = 'captcha-token'

/** What a code is checked against: an app's secret, or the code sent to a phone. */
type Waiting = { secret: string } | { phone: string; code: string }
const waiting = new Map<string, Waiting>()

/** Accounts that passed the first factor, by pending credential. */
const pending = new Map<string, string>()

/** The code last sent to a phone. */
export function codeSentTo(phone: string): string | undefined {
  return [...waiting.values()]
    .flatMap((wait) => ('phone' in wait && wait.phone === phone ? wait.code : []))
    .at(-1)
}

/** The response to the right password of an account with second factors. */
export function requireSecondFactor({ id, email, secondFactors }: Account): Answer {
  const mfaPendingCredential = randomBytes(30).toString('base64url')
  pending.set(mfaPendingCredential, id)
  const mfaInfo = secondFactors.map(describeFactor)
  return ok({ localId: id, email, registered: true, mfaPendingCredential, mfaInfo })
}

/** `mfaEnrollment:start`. */
export async function startEnrolment({ body }: Call, project: Project): Promise<Answer> {
  const account = await ownerOf(body.idToken, project)
  if (isAnswer(account)) return account
  if (!account.emailVerified) return refusal('UNVERIFIED_EMAIL')
  const sms = body.phoneEnrollmentInfo as { phoneNumber: string; recaptchaToken?: string } | undefined
  if (sms) return sendTo(sms.phoneNumber, sms.recaptchaToken, 'phoneSessionInfo')
  const sharedSecretKey = base32(randomBytes(20))
  const sessionInfo = wait({ secret: sharedSecretKey })
  const finalizeEnrollmentTime = new Date(Date.now() + 300_000).toISOString()
  const format = { verificationCodeLength: 6, hashingAlgorithm: 'SHA1', periodSec: 30 }
  return ok({ totpSessionInfo: { sharedSecretKey, ...format, sessionInfo, finalizeEnrollmentTime } })
}

/** `mfaEnrollment:finalize`, which revokes earlier tokens. */
export async function finalizeEnrolment({ body }: Call, project: Project): Promise<Answer> {
  const account = await ownerOf(body.idToken, project)
  if (isAnswer(account)) return account
  const waited = judgeCode(body)
  if ('status' in waited) return waited
  const rest = 'secret' in waited ? { secret: waited.secret } : { phone: waited.phone }
  const factor: Factor = {
    id: randomBytes(10).toString('hex'),
    name: String(body.displayName ?? ''),
    enrolledAt: new Date().toISOString(),
    ...rest,
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
export async function startSecondFactor({ body }: Call, { accounts }: Project): Promise<Answer> {
  const account = accounts.byId(pending.get(String(body.mfaPendingCredential)) ?? '')
  const factor = account?.secondFactors.find(({ id }) => id === body.mfaEnrollmentId)
  if (!factor || 'secret' in factor) return refusal('MFA_ENROLLMENT_NOT_FOUND')
  const { recaptchaToken } = body.phoneSignInInfo as { recaptchaToken?: string }
  return sendTo(factor.phone, recaptchaToken, 'phoneResponseInfo')
}

/** `mfaSignIn:finalize`. */
export async function finalizeSecondFactor({ body }: Call, project: Project): Promise<Answer> {
  const account = project.accounts.byId(pending.get(String(body.mfaPendingCredential)) ?? '')
  if (!account) return refusal('INVALID_MFA_PENDING_CREDENTIAL')
  if (body.totpVerificationInfo) {
    const factor = account.secondFactors.find(({ id }) => id === body.mfaEnrollmentId)
    if (!factor || !('secret' in factor)) return refusal('MFA_ENROLLMENT_NOT_FOUND')
    const { verificationCode } = body.totpVerificationInfo as { verificationCode: string }
    if (!isCodeOf(factor.secret, verificationCode)) return refusal('INVALID_CODE')
    return ok(await freshTokens(account, project, claimsOfFactor(account, factor)))
  }
  const waited = judgeCode(body)
  if ('status' in waited) return waited
  const factor = account.secondFactors.find(
    (known) => 'phone' in known && 'phone' in waited && known.phone === waited.phone,
  )
  return factor
    ? ok(await freshTokens(account, project, claimsOfFactor(account, factor)))
    : refusal('MFA_ENROLLMENT_NOT_FOUND')
}

/** The code of an authenticator app at a moment (RFC 6238: SHA-1, 30 seconds, six digits). */
export function codeOf(secret: string, atMs = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const isCodeOf = (secret: string, code: unknown) =>
  [-30_000, 0, 30_000].some((offMs) => codeOf(secret, Date.now() + offMs) === code)

/** Google sends no SMS without a passed captcha. */
function sendTo(phone: string, captcha: string | undefined, place: string): Answer {
  if (captcha !== captchaToken) return refusal('CAPTCHA_CHECK_FAILED')
  const code = String(100_000 + Math.floor(Math.random() * 900_000))
  return ok({ [place]: { sessionInfo: wait({ phone, code }) } })
}

function wait(what: Waiting): string {
  const sessionInfo = randomBytes(20).toString('base64url')
  waiting.set(sessionInfo, what)
  return sessionInfo
}

/** What this code was checked against, or why it is refused. */
function judgeCode({ phoneVerificationInfo, totpVerificationInfo }: Call['body']): Waiting | Answer {
  const info = (phoneVerificationInfo ?? totpVerificationInfo) as Record<string, string> | undefined
  const waited = waiting.get(info?.sessionInfo ?? '')
  if (!waited) return refusal('INVALID_SESSION_INFO')
  const isRight =
    'secret' in waited ? isCodeOf(waited.secret, info?.verificationCode) : waited.code === info?.code
  return isRight ? waited : refusal('INVALID_CODE')
}

async function ownerOf(idToken: unknown, project: Project): Promise<Account | Answer> {
  const { tokenSigner: signer, projectId } = project
  const claims = await parseIdToken({ signer, projectId }, idToken)
  return claims ? accountOf(claims, project) : refusal('INVALID_ID_TOKEN')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
