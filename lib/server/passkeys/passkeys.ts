import 'server-only'
/** Passkeys: challenges, sign-in and confirmation by them, adding and removing them. */
import { NextResponse } from 'next/server'
import type * as v from 'valibot'
import type { PasskeyPurpose } from '@/lib/passkeys'
import type { RequestFacts } from '@/lib/server/http/request'
import { type LiveSession, requestSession } from '@/lib/server/session/session'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import { readBody } from './bodies'
import { answerRefusal, type PasskeyRefusal, refused } from './refusal'
import { type RelyingParty, relyingParty } from './relying-party'

export { optionsBody, ownerBody, readBody, registrationBody, renameBody, tokenBody } from './bodies'
export { listPasskeys, passkeyList, removePasskey, renamePasskey } from './list'
export { creationOptions, signInOptions, stepUpOptions } from './options'
export { refused } from './refusal'
export { addPasskey } from './registration'
export { publicConfigForRequest } from './relying-party'
export { exchangePasskey } from './token'

/** Answers with what the work gives, or with its refusal, which is logged. */
export async function answerPasskey(
  facts: RequestFacts,
  work: () => Promise<NextResponse | PasskeyRefusal>,
): Promise<NextResponse> {
  const result = await work()
  return 'code' in result ? answerRefusal(facts, result) : result
}

/** Reads what a ceremony's request asks, and of which relying party. */
export async function readCeremony<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<{ status: 'ok'; rp: RelyingParty; body: v.InferOutput<Schema> } | PasskeyRefusal> {
  const found = relyingParty(request.headers)
  if (found.status === 'refused') return found
  const read = await readBody(request, schema)
  return read.status === 'refused' ? read : { ...read, rp: found.rp }
}

/** The response to what was granted, or its refusal. */
export function responseTo(
  result: { status: 'ok'; answer: object } | PasskeyRefusal,
  status = 200,
): NextResponse | PasskeyRefusal {
  return result.status === 'ok' ? NextResponse.json(result.answer, { status }) : result
}

/** The live session, or why there is none. */
export async function passkeySession(): Promise<{ status: 'ok'; session: LiveSession } | PasskeyRefusal> {
  const found = await requestSession()
  if (found.status === 'unknown') return refused('session-unknown')
  return found.status === 'valid' ? { status: 'ok', session: found.session } : refused('no-session')
}

/**
 * Why this session's user may not change what signs them in; null if they may. `userId`: whose page asks. An upgrade takes a
 * sign-in by password, or by emailed link, which Firebase doesn't tell apart.
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
