import 'server-only'
/** What operators may see of a person and do for them. Never a note's text. */
import { describeSignInMethod } from '@/lib/account'
import { describeSecondFactor } from '@/lib/identity/second-factor'
import { serverConfig } from '@/lib/server/config'
import { findAccount, isAddressProved } from '@/lib/server/database/accounts'
import { adminProblem } from '@/lib/server/database/errors'
import { type OperatorUse, startUse, updateUse } from '@/lib/server/database/operator-uses'
import { usedUpLimits } from '@/lib/server/database/rate-limit'
import { listSessions, type SessionRow } from '@/lib/server/database/sessions'
import { findUser, type KnownUser, userState } from '@/lib/server/identity/user'
import type { Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'
import { describeDevice } from '@/lib/server/session/device'
import { endAllSessions } from '@/lib/server/session/end'
import { personCredentials } from './rows'

export const peopleKinds = ['find', 'show', 'sign-out'] as const

/** `who`: an email address, a phone number (such as +15550100), or a user ID. */
export type PeopleUse = OperatorUse & { kind: (typeof peopleKinds)[number]; who: string }

/**
 * Finds, shows or signs out a person, and returns lines about them. Records the use first: if that fails, nothing is done. Throws
 * an admin problem if there's no such person or the provider didn't respond; then no session has ended.
 */
export async function usePeople({ who, ...use }: PeopleUse): Promise<string[]> {
  if (!serverConfig().public.identity) throw adminProblem('FIREBASE_WEBAPP_CONFIG is not set.')
  const id = await startUse(use)
  const found = await findUser(who)
  if (found.status !== 'ok') return endUnanswered(id, found.code)
  const user = found.value
  await updateUse(id, { userId: user.userId })
  const signedOut = use.kind === 'sign-out' ? await endAllSessions(user.userId, null) : found
  if (signedOut.status !== 'ok') return endUnanswered(id, signedOut.code)
  const lines = use.kind === 'show' ? await describeSignIns(user) : []
  await updateUse(id, { code: 'done' })
  return [...describeUser(user), ...lines, ...(use.kind === 'sign-out' ? ['Signed out on all devices.'] : [])]
}

async function endUnanswered(id: string, code: string): Promise<never> {
  await updateUse(id, { code })
  if (code === 'auth/user-not-found') throw adminProblem('Nobody has this address, number or user ID.')
  throw adminProblem(`Firebase could not be asked (${code}). No session has ended.`)
}

function describeUser({ userId, email, emailVerified, phoneNumber, isDisabled, createdAt }: KnownUser) {
  return [
    `User ID: ${userId}`,
    `Address: ${email ? `${email}, ${emailVerified ? 'verified' : 'not verified'}` : 'none'}`,
    `Phone number: ${phoneNumber ?? 'none'}`,
    `Disabled: ${isDisabled ? 'yes' : 'no'}`,
    `Created: ${createdAt}`,
  ]
}

async function describeSignIns(user: KnownUser): Promise<string[]> {
  const { userId, providers, secondFactors, lastSignInAt, countsSince } = user
  const [lastSeen] = await listSessions(userId)
  const live = await listSessions(userId, new Date(Date.now() - serverConfig().session.graceMs))
  const credentials = await personCredentials().list(userId)
  const refusals = await listRefusals(user)
  return [
    `Last signed in: ${lastSignInAt ?? 'never'}; sign-ins count from ${countsSince ?? 'the first'}`,
    `Last seen: ${lastSeen ? lastSeen.seenAt.toISOString() : 'no longer known'}`,
    ...providers.map(
      ({ providerId, email }) =>
        `Signs in by: ${describeSignInMethod(providerId)}${email ? `, ${email}` : ''}`,
    ),
    ...credentials.map(({ name, createdAt }) => `Passkey: ${name}, added ${createdAt}`),
    ...secondFactors.map((factor) => `Second factor: ${describeSecondFactor(factor)}`),
    ...live.map(describeSession),
    ...(refusals.length > 0 ? refusals : ['nothing']).map((what) => `Refused now: ${what}`),
  ]
}

function describeSession({ userAgent, createdAt, seenAt, expiresAt }: SessionRow): string {
  const [opened, seen, expires] = [createdAt, seenAt, expiresAt].map((time) => time.toISOString())
  return `Session: ${describeDevice(userAgent ?? '')}, opened ${opened}, seen ${seen}, expires ${expires}`
}

/** What is refused to a person at present, with the codes of the log. */
async function listRefusals({ userId, email }: KnownUser): Promise<string[]> {
  const state = await userState({ userId, authenticatedAt: Number.POSITIVE_INFINITY })
  const account = await findAccount(userId)
  const limits = Object.values<Room>(rooms).flatMap((room) => Object.values(room.limits ?? {}))
  const usedUp = await usedUpLimits(limits, email ? [userId, email] : [userId])
  const refusals = usedUp.map(({ name, seconds }) => `more of ${name}, for ${seconds} s`)
  if (state.status !== 'ok') refusals.push(`every sign-in (${state.code})`)
  else if (account && account.createdAt.getTime() !== state.value.createdAt.getTime())
    refusals.push('every sign-in (account-recreated)')
  if (account?.securingAt || account?.tokensUntil)
    refusals.push('sign-ins that do not prove the address (address-proof-needed)')
  if (!account || !isAddressProved(account, email))
    refusals.push('passkeys, until the address is proved (address-not-proved)')
  return refusals
}
