/** `npm run people`, beside a site on PostgreSQL whose accounts are at the emulator. */
import { createHash } from 'node:crypto'
import { userInfo } from 'node:os'
import { expect, test } from '@playwright/test'
import {
  changeAccount,
  createAccount,
  disableAccount,
  repeatSignIn,
  signInElsewhere,
} from '../support/accounts'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { runCommand } from '../support/database/process'
import { queryDatabase } from '../support/database/rows'
import { createProvedAccount } from '../support/mails'
import { putNote } from '../support/note-calls'
import { reservePort } from '../support/ports'
import { getNotesPage, postToken } from '../support/requests'
import { emulatorOfRun } from '../support/run'
import { newPhone } from '../support/second-factor'
import { type Site, startSite } from '../support/site'

const secret = 'a secret of enough characters'
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

let postgres: PostgresServer
let site: Site

test.beforeAll(async () => {
  test.setTimeout(240_000)
  postgres = await startPostgres()
  site = await startSite({ env: { DATABASE_URL: postgres.url, CRON_SECRET: secret } })
})

test.afterAll(async () => {
  await site?.stop()
  await postgres?.close()
})

const query = (text: string, values: unknown[] = []) => queryDatabase(postgres.url, text, values)

/** Runs the command with a reason, by default in the settings of the site. */
function people(kind: string, who: string, settings: Record<string, string> = {}, target?: string) {
  const parameters = [kind, who, ...(target ? [target] : []), '--reason', `asked by ${who}`]
  return runCommand('people', parameters, {
    DATABASE_URL: postgres.url,
    ...emulatorOfRun('127.0.0.1'),
    ...settings,
  })
}

/** The uses of a kind that the site logs from now on, by two portions of its regular work at once. */
async function nextUses(kind: string, count: number, act: () => Promise<unknown>) {
  const before = site.records().length
  await act()
  const headers = { authorization: `Bearer ${secret}` }
  const calls = [1, 2].map(async () => (await fetch(`${site.url}/api/cron`, { headers })).status)
  expect(await Promise.all(calls)).toEqual([204, 204])
  const uses = () =>
    site
      .records()
      .slice(before)
      .filter((record) => record.event === 'operator.acted' && record.kind === kind)
  await expect.poll(() => uses().length).toBe(count)
  expect(await query('select * from operator_uses')).toEqual([])
  return uses()
}

test('people are found by address, number and ID, and the log has no address', async () => {
  const { email, userId } = await createAccount(site)
  const phoneNumber = newPhone()
  await changeAccount(site, userId, { phoneNumber, emailVerified: true })
  const lines = [`User ID: ${userId}`, `Address: ${email}, verified`, `Phone number: ${phoneNumber}`]
  const uses = await nextUses('find', 4, async () => {
    for (const who of [email, phoneNumber, userId]) {
      const { code, output } = await people('find', who)
      expect(output).toMatch(
        new RegExp(`^${lines.join('\n').replace('+', '.')}\nDisabled: no\nCreated: 20\\S+Z\n$`),
      )
      expect(code).toBe(0)
    }
    const nobody = await people('find', `nobody-${email}`)
    expect(nobody).toEqual({ code: 1, output: 'Nobody has this address, number or user ID.\n' })
  })
  const use = { level: 'info', kind: 'find', operator: userInfo().username }
  const found = { ...use, userId, code: 'done', at: expect.stringMatching(/^20\S+Z$/) }
  const unknown = { ...use, userId: null, code: 'auth/user-not-found' }
  expect(uses).toEqual([found, found, found, unknown].map((one) => expect.objectContaining(one)))
  expect(uses.map(({ reason }) => reason)).toContain('asked by [mail]')
  expect(JSON.stringify(uses)).not.toContain(email)
})

test('what is shown: sign-ins, sessions and refusals, no note, and nothing that controls a terminal', async () => {
  const account = await createAccount(site)
  const { email, userId } = account
  const { cookie } = await signInElsewhere(site, account, firefox)
  await putNote(site, { userId, cookie }, crypto.randomUUID(), { text: 'nobody else’s business' })
  const shown = async () => (await people('show', email)).output
  const first = await shown()
  expect(first).toMatch(/^Last signed in: 20\S+Z; sign-ins count from 20\S+Z\nLast seen: 20\S+Z$/m)
  expect(first).toContain(`Signs in by: Email (password or link), ${email}\n`)
  expect(first).toMatch(/^Session: Firefox on Linux, opened 20\S+Z, seen 20\S+Z, expires 20\S+Z$/m)
  expect(first.match(/^Refused now: .*$/gm)).toEqual([
    'Refused now: passkeys, until the address is proved (address-not-proved)',
  ])
  const phone = { mfaEnrollmentId: 'phone', phoneInfo: newPhone(), displayName: '\u001b[2JMine' }
  await changeAccount(site, userId, { emailVerified: true, mfa: { enrollments: [phone] } })
  await disableAccount(site, userId)
  await query('update accounts set leaving_address = $1, leaving_at = now() where uid = $2', [email, userId])
  const key = `link-by-mailbox:${createHash('sha256').update(email).digest('base64url')}`
  await query('insert into rate_limits values ($1, 20, $2)', [key, Date.now() + 60_000])
  const then = await shown()
  expect(then).toContain('Disabled: yes\n')
  expect(then).toContain(String.raw`Second factor: \u001b[2JMine (ending in `)
  expect(then.match(/^Refused now: .*$/gm)).toEqual([
    expect.stringMatching(/^Refused now: more of link-by-mailbox, for \d+ s$/),
    'Refused now: every sign-in (auth/user-disabled)',
    'Refused now: sign-ins that do not prove the address (address-proof-needed)',
    'Refused now: passkeys, until the address is proved (address-not-proved)',
  ])
  await query(`update accounts set leaving_at = null, created_at = '2020-01-01' where uid = $1`, [userId])
  await changeAccount(site, userId, { disableUser: false })
  expect(await shown()).toContain('Refused now: every sign-in (account-recreated)\n')
  expect(first + then).not.toContain('business')
})

test('a sign-out ends all sessions and tokens, and is logged once', async () => {
  const account = await createAccount(site)
  const sessions = [await signInElsewhere(site, account), await signInElsewhere(site, account)]
  const uses = await nextUses('sign-out', 1, async () => {
    const { code, output } = await people('sign-out', account.userId)
    expect(output).toMatch(/^User ID: .*\nSigned out on all devices\.\n$/s)
    expect(code).toBe(0)
  })
  expect(await Promise.all(sessions.map(({ isLive }) => isLive()))).toEqual([false, false])
  expect((await postToken(site, account.idToken)).status, 'a token from before').toBe(401)
  expect(uses).toMatchObject([{ kind: 'sign-out', userId: account.userId, code: 'done' }])
})

test('while the provider is away no session ends, and the command says so', async () => {
  const account = await createAccount(site)
  const session = await signInElsewhere(site, account)
  const away = { AUTH_EMULATOR_URL: `http://127.0.0.1:${await reservePort()}` }
  const uses = await nextUses('sign-out', 1, async () => {
    const { code, output } = await people('sign-out', account.userId, away)
    expect(output).toMatch(/^Firebase could not be asked \(\S+\)\. No session has ended\.\n$/)
    expect(code).toBe(1)
  })
  expect(await session.isLive()).toBe(true)
  expect(uses).toMatchObject([{ kind: 'sign-out', userId: null, code: 'app/network-error' }])
})

test('nothing is done if the use can’t be recorded', async () => {
  const account = await createAccount(site)
  const session = await signInElsewhere(site, account)
  await query('alter table operator_uses add constraint none check (false)')
  const { code } = await people('sign-out', account.userId)
  await query('alter table operator_uses drop constraint none')
  expect([code, await session.isLive()]).toEqual([1, true])
})

test('an address that an operator changes stays, one that is changed in the console is named and put back', async () => {
  const account = await createProvedAccount(site)
  const { email, userId, password } = account
  const changed = `new-${email}`
  const { code, output } = await people('address', email, {}, changed)
  expect([code, output]).toEqual([0, expect.stringContaining(`Address changed to ${changed}.`)])
  expect((await getNotesPage(site, account.cookie)).status).not.toBe(200)
  const again = await repeatSignIn(site, { email: changed, password })
  expect((await postToken(site, again.idToken)).status).toBe(204)
  await changeAccount(site, userId, { email })
  expect((await people('show', userId)).output).toContain(`Address changed, but not here: it was ${changed}`)
  const moved = await repeatSignIn(site, { email, password })
  expect((await (await postToken(site, moved.idToken)).json()).code).toBe('address-put-back')
  expect((await people('show', changed)).output).not.toContain('Address changed, but not here')
})

test('what is in an account is given to another one, whose person reads it then', async () => {
  const [from, to] = [await createProvedAccount(site), await createProvedAccount(site)]
  const id = crypto.randomUUID()
  expect((await putNote(site, from, id, { text: 'mine' })).status).toBe(200)
  const { code, output } = await people('give', from.userId, {}, to.email)
  expect([code, output]).toEqual([0, expect.stringContaining(`now belongs to ${to.userId}`)])
  const headers = { cookie: `__session=${to.cookie}` }
  expect((await fetch(`${site.url}/api/notes/${id}`, { headers })).status).toBe(200)
  expect((await getNotesPage(site, from.cookie)).status).not.toBe(200)
  expect((await people('give', to.userId, {}, to.email)).output).toContain('That is the same account.')
})
