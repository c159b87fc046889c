/** Squatted accounts in production mode, and their owners, who come with a proof of the address. */
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { decodeJwt } from 'jose'
import { addressProofHeader } from '@/lib/session/address-proof'
import type { Interference } from '../support/google/google'
import { nowSeconds } from '../support/google/tokens'
import { requestProof } from '../support/mails'
import { putNote } from '../support/note-calls'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
import type { Person, World } from '../support/world'

export type Squat = Person & { text: string }

/** An account with a note and a session, whose address nobody has proved. */
export async function squat(world: World, site: Site = world.site): Promise<Squat> {
  const person = await world.signIn()
  const text = `kept ${randomUUID()}`
  expect((await putNote(site, person, randomUUID(), { text })).status).toBe(200)
  return { ...person, text }
}

/** Its owner has proved the address. */
export const prove = ({ query }: World, { userId, email }: Pick<Person, 'userId' | 'email'>) =>
  query('update accounts set address = $2, proved_at = now() where uid = $1', [userId, email])

/** The owner of an address presses a mail. */
export async function proofOf(world: World, email: string, requestType = 'RECOVER_EMAIL'): Promise<string> {
  const { oobCode: code } = world.google.writeMail({ requestType, email, continueUrl: '' })
  const answer = await requestProof(world.site, { code })
  expect(answer.status).toBe(200)
  return (await answer.json()).proof
}

export type Claimed = { status: number; code: string; customToken: string | null; endedLinks: number }

/** Sends a proof and nothing else. */
export async function claim({ url }: Site, proof: string): Promise<Claimed> {
  const headers = { [addressProofHeader]: proof, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/session`, { method: 'POST', headers, body: '{}' })
  return { status: answer.status, ...(await answer.json()) }
}

/** The code of a claim that has opened nothing. */
export async function refusalOf(site: Site, proof: string): Promise<[number, string]> {
  const { status, code } = await claim(site, proof)
  return [status, code]
}

/** Signs in with the custom token of a 409, or as the address's user if regular work was quicker. Returns the cookie. */
export async function comeIn(world: World, email: string, claimed: Claimed): Promise<string> {
  const user = world.google.accounts.named(email)
  if (claimed.status === 200) expect(claimed.code).toBe('sign-in-needed')
  else {
    expect([claimed.status, claimed.code]).toEqual([409, 'account-secured'])
    expect(decodeJwt(claimed.customToken ?? '').uid).toBe(user.id)
  }
  return signIn(world, email)
}

/** The session cookie of a sign-in as the user who has this address. */
export async function signIn(world: World, email: string): Promise<string> {
  const firebase = { sign_in_provider: 'custom' }
  const token = await world.google.idToken(email, { auth_time: nowSeconds(), firebase })
  return sessionCookieOf(await postToken(world.site, token)).value
}

export const usersAt = ({ google }: World, address: string) =>
  google.accounts.all().filter(({ email }) => email === address)

export async function personOf({ url }: Site, cookie: string): Promise<string | null> {
  const answer = await fetch(`${url}/api/session`, { headers: { cookie: `__session=${cookie}` } })
  return (await answer.json()).userId ?? null
}

/** The owner has the account with its notes and its ID, with the only user who has the address; the squatter has nothing. */
export async function expectOwned(world: World, former: Squat, cookie: string): Promise<void> {
  const { email, userId, text } = former
  expect(usersAt(world, email)).toHaveLength(1)
  expect(world.google.accounts.byId(userId)).toBeUndefined()
  expect(await personOf(world.site, cookie)).toBe(userId)
  expect(await (await getNotesPage(world.site, cookie)).text()).toContain(text)
  expect((await getNotesPage(world.site, former.cookie)).status).toBe(307)
}

/** Neither the squatter nor another user with the address gets into the account, whose notes are there. */
export async function expectShut(world: World, { userId, email, cookie }: Squat): Promise<void> {
  expect((await getNotesPage(world.site, cookie)).status).toBe(307)
  for (const account of usersAt(world, email)) {
    const token = await world.google.idToken(account.email)
    const answer = await postToken(world.site, token)
    if (answer.status === 204)
      expect(await personOf(world.site, sessionCookieOf(answer).value)).not.toBe(userId)
  }
  const notes = await world.query('select id from notes where uid = $1', [userId])
  expect(notes).toHaveLength(1)
}

/** Lets the next request go on where a crash has left one. */
export const passLease = ({ query }: World, email: string) =>
  query("update accounts set leaving_at = now() - interval '31 seconds' where leaving_address = $1", [email])

/** Whether a replacement for this address is under way. */
export async function isLeaving({ query }: World, email: string): Promise<boolean> {
  return (await query('select uid as id from accounts where leaving_address = $1', [email])).length > 0
}

/** Somebody registers this address whenever it is free after a deletion, at most so often. */
export function registerAgain({ google }: World, email: string, times = Number.POSITIVE_INFINITY): void {
  let left = times
  google.interfere('adminDelete', (when) => {
    if (when === 'before' || left <= 0 || google.accounts.byEmail(email)) return
    left -= 1
    google.accounts.add(email, 'a stranger’s')
  })
}

/** Happens at one moment of the calls that concern an address, such as `after` the second. */
export function once(
  moment: { when: 'before' | 'after'; nth?: number; isMeant?: (body: object) => boolean },
  act: () => ReturnType<Interference>,
): Interference {
  const { when: wanted, nth = 1, isMeant = () => true } = moment
  let calls = 0
  return (when, { body }) => {
    if (when !== wanted || !isMeant(body)) return
    calls += 1
    if (calls === nth) return act()
  }
}

/** What waits at it goes on once it is opened. */
export function createGate() {
  let pass: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { passed, open: () => pass() }
}
