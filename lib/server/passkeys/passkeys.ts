import 'server-only'
/** The server side of passkeys, for the endpoints. */
import { NextResponse } from 'next/server'
import type * as v from 'valibot'
import type { PasskeyPurpose } from '@/lib/passkeys'
import type { RequestFacts } from '@/lib/server/http/request'
import { answerSignedIn, type LiveSession, requestSession } from '@/lib/server/session/session'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import { readBody } from './bodies'
import { answerRefusal, type PasskeyRefusal, type PasskeyResult, refused } from './refusal'
import { type RelyingParty, relyingParty } from './relying-party'

export { additionRefusal, mayHavePasskeys } from './address'
export { optionsBody, ownerBody, readBody, registrationBody, renameBody, tokenBody } from './bodies'
export { listPasskeys, passkeyList, removePasskey, renamePasskey } from './list'
export { creationOptions, signInOptions, stepUpOptions } from './options'
export { refused } from './refusal'
export { addPasskey } from './registration'
export { publicConfigForRequest } from './relying-party'
export { turnOffSecondFactors } from './second-factors'
export { exchangePasskey } from './token'

/** Responds with the result's answer, or logs and responds with its refusal. */
export async function answerPasskey(
  facts: RequestFacts,
  work: () => Promise<PasskeyResult<object>>,
  status = 200,
): Promise<NextResponse> {
  const result = await work()
  return result.status === 'ok' ? NextResponse.json(result.answer, { status }) : answerRefusal(facts, result)
}

/** The same within the user's session. */
export function answerPasskeyOwner(
  request: Request,
  work: (session: LiveSession, facts: RequestFacts) => Promise<PasskeyResult<object>>,
  status = 200,
): Promise<NextResponse> {
  return answerSignedIn(request, (session, facts) => answerPasskey(facts, () => work(session, facts), status))
}

/** Reads the body of a ceremony's request, and its relying party. */
export async function readCeremony<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<{ status: 'ok'; rp: RelyingParty; body: v.InferOutput<Schema> } | PasskeyRefusal> {
  const found = relyingParty(request.headers)
  if (found.status === 'refused') return found
  const read = await readBody(request, schema)
  return read.status === 'refused' ? read : { ...read, rp: found.rp }
}

export async function passkeySession(): Promise<{ status: 'ok'; session: LiveSession } | PasskeyRefusal> {
  const found = await requestSession()
  if (found.status === 'unknown') return refused('session-unknown')
  return found.status === 'valid' ? { status: 'ok', session: found.session } : refused('no-session')
}

/**
 * Why this session may not change sign-in methods, or null if it may. `userId`: the user whose page sent the request. An
 * upgrade requires a sign-in by password, or by sign-in link, which Firebase doesn't distinguish.
 */
export function changeRefusal(
  session: LiveSession,
  { userId, purpose = null }: { userId: string; purpose?: PasskeyPurpose | null },
): PasskeyRefusal | null {
  if (session.userId !== userId) return refused('other-user')
  if (!isRecentSignIn(session.authenticatedAt)) return refused('recent-sign-in-needed')
  const isByPassword = session.signInProvider === 'password'
  return purpose === 'upgrade' && !isByPassword ? refused('recent-sign-in-needed', 'not by password') : null
}
