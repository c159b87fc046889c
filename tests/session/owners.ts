/** An owner of an address and those who would have the account: what they do over HTTP, and what they see. */
import { createdHereHeader } from '@/lib/session/address-proof'
import { type Account, callEmulator, postToEmulator, readMessages, repeatSignIn } from '../support/accounts'
import { queryDatabase } from '../support/database/rows'
import { expect } from '../support/fixtures'
import {
  type Arrival,
  comeByReset,
  createProvedAccount,
  latestMail,
  pressMail,
  requestProof,
  sendMail,
  signInProved,
} from '../support/mails'
import { callNotes, type Person, putNote, readJson } from '../support/note-calls'
import { createdHash, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'

export const newMailbox = () => `owner-${crypto.randomUUID()}@example.com`

/** Whose session a cookie is, by the site's ID. */
export async function personOf({ url }: Site, cookie: string): Promise<Person> {
  const headers = { cookie: `__session=${cookie}` }
  const { userId } = await readJson(fetch(`${url}/api/session`, { headers }))
  return { userId, cookie }
}

/** Writes a note with this title; returns its ID. */
export async function writeNote(site: Site, cookie: string, title: string): Promise<string> {
  const id = crypto.randomUUID()
  const saved = await putNote(site, await personOf(site, cookie), id, { title, text: 'Words.' })
  expect(saved.ok, `${saved.status} to a save`).toBe(true)
  return id
}

/** The titles of a person's notes; none without a session. */
export async function titlesOf(site: Site, cookie: string | undefined): Promise<string[]> {
  if (!cookie) return []
  const response = await callNotes(site, { userId: '', cookie }, 'GET', '')
  if (!response.ok) return []
  const { notes } = (await response.json()) as { notes: { title: string }[] }
  return notes.map(({ title }) => title)
}

/** Restores a note from the trash, as its form does. */
export async function restoreNote({ url }: Site, { cookie, userId }: Person, id: string): Promise<void> {
  const response = await fetch(`${url}/api/trash`, {
    method: 'POST',
    headers: { cookie: `__session=${cookie}` },
    body: new URLSearchParams({ userId, id, do: 'restore' }),
    redirect: 'manual',
  })
  expect(response.headers.get('location')).toContain(id)
}

/** The cookie of a sign-in by password. */
export async function openSession(
  site: Site,
  account: Pick<Account, 'email' | 'password'>,
  headers: Record<string, string> = {},
): Promise<string> {
  const { idToken } = await repeatSignIn(site, account)
  return sessionCookieOf(await postToken(site, idToken, headers)).value
}

/** A proved account with a note. */
export async function createOwner(
  site: Site,
  title = 'the owner’s own',
): Promise<Account & { cookie: string }> {
  const owner = await createProvedAccount(site)
  await writeNote(site, owner.cookie, title)
  return owner
}

/** Asks for a change of address at the provider alone, as anyone with a token can. Returns the mail's code. */
export async function askForChange(
  site: Site,
  { email, idToken }: Pick<Account, 'email' | 'idToken'>,
  newEmail: string,
): Promise<string> {
  await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
  return (await latestMail(site, email, 'VERIFY_AND_CHANGE_EMAIL')).oobCode
}

/** Presses a mail, also at our page; what comes of it at the provider is left open. */
export async function tryCode(site: Site, oobCode: string): Promise<Response> {
  await requestProof(site, { code: oobCode })
  return postToEmulator(site, 'accounts:update', { oobCode })
}

/** Announces the account's next address, as the account page does. */
export async function announce(site: Site, cookie: string, email: string): Promise<Response> {
  const { userId } = await personOf(site, cookie)
  const headers = { cookie: `__session=${cookie}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ email, userId })
  return fetch(`${site.url}/api/account/address`, { method: 'POST', headers, body })
}

/** Somebody signed in changes the address as the site wants it: announces it, and presses its mail. */
export async function changeAsAnnounced(
  site: Site,
  account: Pick<Account, 'email' | 'password'>,
  { cookie, email }: { cookie: string; email: string },
): Promise<string> {
  expect((await announce(site, cookie, email)).status).toBe(204)
  const { idToken } = await repeatSignIn(site, account)
  await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email })
  return (await pressMail(site, account.email, 'VERIFY_AND_CHANGE_EMAIL')).proof
}

/** What whoever has this mailbox reads after a reset of the password there; nothing if no account has the address. */
export async function readByReset(site: Site, email: string): Promise<string[]> {
  const found = await postToEmulator(site, 'accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  if (!found.ok) return []
  const { cookie } = await comeByReset(site, email, 'whoever it is')
  return titlesOf(site, cookie)
}

/** The ID of the session that this person has opened last. */
export async function lastSessionId({ url }: Site, cookie: string): Promise<string> {
  const headers = { cookie: `__session=${cookie}` }
  const { sessions } = await readJson(fetch(`${url}/api/account/export`, { headers }))
  const times = sessions.map(({ openedAt }: { openedAt: string }) => openedAt)
  return sessions[times.indexOf(times.toSorted().at(-1))].id
}

export async function endSession({ url }: Site, cookie: string, id: string): Promise<void> {
  const headers = { cookie: `__session=${cookie}` }
  expect((await fetch(`${url}/api/sessions/${id}`, { method: 'DELETE', headers })).status).toBe(204)
}

export async function signOutEverywhere({ url }: Site, cookie: string): Promise<void> {
  const headers = { cookie: `__session=${cookie}` }
  const ended = await fetch(`${url}/api/sessions?which=all`, { method: 'DELETE', headers })
  expect(ended.status).toBe(204)
}

/** A fresh ID token of a sign-in from before. */
export async function refreshToken(site: Site, { refreshToken }: Account): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const url = `${site.emulatorUrl}/securetoken.googleapis.com/v1/token?key=demo-api-key`
  return (await (await fetch(url, { method: 'POST', body })).json()).id_token
}

type ProviderUser = { localId: string; email?: string; disabled?: boolean; mfaInfo?: unknown[] }

/** The users that the provider has at an address, or with an ID. */
export async function usersOf(
  { emulatorUrl }: Site,
  who: { email: string[] } | { localId: string[] },
): Promise<ProviderUser[]> {
  const response = await fetch(
    `${emulatorUrl}/identitytoolkit.googleapis.com/v1/projects/demo-foyer/accounts:lookup`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify(who),
    },
  )
  return ((await response.json()) as { users?: ProviderUser[] }).users ?? []
}

/** Makes what the database knows of the addresses this many days older. */
export async function ageAddresses({ databaseUrl }: Site, days: number): Promise<void> {
  for (const [table, column] of [
    ['former_addresses', 'changed_at'],
    ['accounts', 'moved_at'],
  ])
    await queryDatabase(databaseUrl, `update ${table} set ${column} = ${column} - interval '${days} days'`)
}

/** Adds a phone as a second factor by an ID token, as the provider allows with any verified address. */
export async function enrollByToken(site: Site, idToken: string, phoneNumber: string): Promise<void> {
  const call = async (method: string, body: object) => {
    const url = `${site.emulatorUrl}/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:${method}`
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const response = await fetch(`${url}?key=demo-api-key`, { ...init, body: JSON.stringify(body) })
    expect(response.status, method).toBe(200)
    return response.json()
  }
  const { phoneSessionInfo } = await call('start', { idToken, phoneEnrollmentInfo: { phoneNumber } })
  const codes: { phoneNumber: string; code: string }[] = await readMessages(site, 'verificationCodes')
  const code = codes.findLast((sent) => sent.phoneNumber === phoneNumber)?.code
  const { sessionInfo } = phoneSessionInfo
  await call('finalize', { idToken, phoneVerificationInfo: { sessionInfo, code } })
}

/** Signs in as whoever has this custom token. */
export const signInByToken = (site: Site, token: string) =>
  callEmulator(site, 'accounts:signInWithCustomToken', { token })

/** The creator comes with a proof, by password in the browser where the account was created. */
export async function proveAsCreator(site: Site, account: Account, proof: string): Promise<Arrival> {
  const again = await repeatSignIn(site, account)
  return signInProved(site, { ...again, proof }, { [createdHereHeader]: createdHash(account.userId) })
}
