import 'server-only'
/** What operators may see of a person and do for them. Never a note's text. */
import { describeSignInMethod } from '@/lib/account'
import { describeSecondFactor } from '@/lib/identity/second-factor'
import { serverConfig } from '@/lib/server/config'
import {
  findAccount,
  findAccountOf,
  isAddressProved,
  type KnownAccount,
  setProvedAddress,
} from '@/lib/server/database/accounts'
import { queryDatabase } from '@/lib/server/database/connection'
import { adminProblem } from '@/lib/server/database/errors'
import { setFromRooms } from '@/lib/server/database/from-rooms'
import type { UserId } from '@/lib/server/database/ids'
import { type OperatorUse, startUse, updateUse } from '@/lib/server/database/operator-uses'
import { usedUpLimits } from '@/lib/server/database/rate-limit'
import { mergeRows } from '@/lib/server/database/replacements'
import { listSessions, type SessionRow } from '@/lib/server/database/sessions'
import type { IdentityResult } from '@/lib/server/identity/call'
import { findUser, type KnownUser, normalizeEmail, setAddress, userState } from '@/lib/server/identity/user'
import type { Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'
import { describeDevice } from '@/lib/server/session/device'
import { endAllSessions } from '@/lib/server/session/end'
import { mailboxKey } from '@/lib/server/session/links'
import type { ProviderUserId } from '@/lib/session/token'
import { fromRooms, personCredentials } from './rows'

export const peopleKinds = ['find', 'show', 'sign-out', 'address', 'give'] as const

/**
 * `who`: an email address, a phone number (such as +15550100), or a user ID, the site's or the provider's. `target`: the new
 * address, or who gets what is in the account.
 */
export type PeopleUse = OperatorUse & {
  kind: (typeof peopleKinds)[number]
  who: string
  target: string | null
}

/**
 * Finds, shows or signs out a person, gives them another address or another person what is in their account, and returns lines
 * about them. Records the use first: if that fails, nothing is done. Throws an admin problem if there's no such person or the
 * provider didn't respond; then no session has ended.
 */
export async function usePeople({ who, target, ...use }: PeopleUse): Promise<string[]> {
  if (!serverConfig().public.identity) throw adminProblem('FIREBASE_WEBAPP_CONFIG is not set.')
  const id = await startUse(use)
  const found = await findPerson(who)
  if (found.status !== 'ok') return endUnanswered(id, found.code)
  const person = found.value
  await updateUse(id, { userId: person.userId })
  const done = await actOn(person, use.kind, target)
  if (done.status !== 'ok') return endUnanswered(id, done.code)
  await updateUse(id, { code: 'done' })
  return [...describeUser(person), ...done.value]
}

type FoundPerson = { userId: UserId; user: KnownUser }

/** By the provider, which knows its own ID of a person. */
async function findPerson(who: string): Promise<IdentityResult<FoundPerson>> {
  const found = await findUser((await findAccount(who))?.providerUserId ?? who)
  if (found.status !== 'ok') return found
  const user = found.value
  const account = await findAccountOf(user.userId as ProviderUserId)
  return { status: 'ok', value: { userId: account?.userId ?? user.userId, user } }
}

async function actOn(
  person: FoundPerson,
  kind: PeopleUse['kind'],
  target: string | null,
): Promise<IdentityResult<string[]>> {
  const { userId, user } = person
  if (kind === 'show') return { status: 'ok', value: await describeSignIns(person) }
  if (kind === 'find' || !(kind === 'sign-out' || target)) return { status: 'ok', value: [] }
  if (kind === 'give') return giveRows(userId, target ?? '')
  if (kind === 'address' && target) {
    const address = normalizeEmail(target)
    const set = await setAddress(user.userId as ProviderUserId, address, { keepsPassword: true })
    if (set.status !== 'ok') return set
    await setProvedAddress(userId, address)
  }
  const ended = await endAllSessions(userId, null)
  if (ended.status !== 'ok') return ended
  const words = kind === 'address' ? [`Address changed to ${target}.`] : []
  return { status: 'ok', value: [...words, 'Signed out on all devices.'] }
}

/** For an account that nobody can sign in to anymore, such as after its address went to somebody else. */
async function giveRows(from: UserId, target: string): Promise<IdentityResult<string[]>> {
  // As the start does.
  setFromRooms(fromRooms)
  const to = await findPerson(target)
  if (to.status !== 'ok') return to
  if (to.value.userId === from) throw adminProblem('That is the same account.')
  await queryDatabase((queries) =>
    queries.transaction((transaction) => mergeRows(transaction, from, to.value.userId)),
  )
  return { status: 'ok', value: [`Everything in it now belongs to ${to.value.userId}.`] }
}

async function endUnanswered(id: string, code: string): Promise<never> {
  await updateUse(id, { code })
  if (code === 'auth/user-not-found') throw adminProblem('Nobody has this address, number or user ID.')
  throw adminProblem(`Firebase could not be asked (${code}). No session has ended.`)
}

function describeUser({ userId, user }: FoundPerson) {
  const { email, emailVerified, phoneNumber, isDisabled, createdAt } = user
  return [
    `User ID: ${userId}${user.userId === userId ? '' : `, at Firebase: ${user.userId}`}`,
    `Address: ${email ? `${email}, ${emailVerified ? 'verified' : 'not verified'}` : 'none'}`,
    `Phone number: ${phoneNumber ?? 'none'}`,
    `Disabled: ${isDisabled ? 'yes' : 'no'}`,
    `Created: ${createdAt}`,
  ]
}

async function describeSignIns({ userId, user }: FoundPerson): Promise<string[]> {
  const { providers, secondFactors, lastSignInAt, countsSince } = user
  const [lastSeen] = await listSessions(userId)
  const live = await listSessions(userId, new Date(Date.now() - serverConfig().session.graceMs))
  const credentials = await personCredentials().list(userId)
  const account = await findAccount(userId)
  const refusals = await listRefusals(user, account)
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
    ...describeAddress(account, user),
    ...(refusals.length > 0 ? refusals : ['nothing']).map((what) => `Refused now: ${what}`),
  ]
}

function describeSession({ userAgent, createdAt, seenAt, expiresAt }: SessionRow): string {
  const [opened, seen, expires] = [createdAt, seenAt, expiresAt].map((time) => time.toISOString())
  return `Session: ${describeDevice(userAgent ?? '')}, opened ${opened}, seen ${seen}, expires ${expires}`
}

/** Whether the provider has another address than the one proved here, as after a change in its console. */
function describeAddress(account: KnownAccount | null, { email }: KnownUser): string[] {
  if (!account?.address || account.address === (email && normalizeEmail(email))) return []
  const moved = `Address changed, but not here: it was ${account.address}, and goes back to it at the next visit`
  return [`${moved}. If that is wrong: npm run people -- address`]
}

/** What is refused to a person at present, with the codes of the log. */
async function listRefusals({ userId, email }: KnownUser, account: KnownAccount | null): Promise<string[]> {
  const providerUserId = userId as ProviderUserId
  const state = await userState({ providerUserId, authenticatedAt: Number.POSITIVE_INFINITY })
  const limits = Object.values<Room>(rooms).flatMap((room) => Object.values(room.limits ?? {}))
  const keys = [userId, account?.userId ?? userId, ...(email ? [email, mailboxKey(email)] : [])]
  const usedUp = await usedUpLimits(limits, [...new Set(keys)])
  const refusals = usedUp.map(({ name, seconds }) => `more of ${name}, for ${seconds} s`)
  if (state.status !== 'ok') refusals.push(`every sign-in (${state.code})`)
  else if (account && account.createdAt.getTime() !== state.value.createdAt.getTime())
    refusals.push('every sign-in (account-recreated)')
  if (account?.leavingAt) refusals.push('sign-ins that do not prove the address (address-proof-needed)')
  else if (account?.movedAt)
    refusals.push('every sign-in, as another account has the address (address-moved)')
  if (!account || !isAddressProved(account, email && normalizeEmail(email)))
    refusals.push('passkeys, until the address is proved (address-not-proved)')
  return refusals
}
