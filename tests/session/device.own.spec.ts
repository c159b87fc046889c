/** A bound session in a browser that binds them: nobody meets a sign-in form who is on the device. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { describeConsent } from '@/lib/consent/record'
import { pages } from '@/lib/site/pages'
import { closeContext } from '../support/browser'
import { refusal, rememberRefusal } from '../support/fixtures'
import { movableClock } from '../support/moved-site'
import { noteNames, startNote } from '../support/notes-page'
import { type Intercept, type OwnDomain, startOwnDomain } from '../support/own-domain'
import { accountMenu, checkSessionNow, expectSignedInAs, signIn, signOut } from '../support/visitor'
import { test, type World } from '../support/world'

const host = 'www.foyer.test'
const refreshPath = '/api/session/binding/refresh'

let world: World
let domain: OwnDomain
let clock: ReturnType<typeof movableClock>
let movedSeconds = 0
/** What a test does with requests on their way. */
let intercept: Intercept = () => false

test.beforeAll(async ({ world: opened }) => {
  test.setTimeout(120_000)
  world = opened
  clock = movableClock(world.environment)
  domain = await startOwnDomain(world, {
    host,
    // Other sites, and a sibling under the same domain.
    formerHost: '*.test',
    bindsDevices: true,
    onRequest: async (request, response) => {
      if (request.headers.host === host) return intercept(request, response)
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Elsewhere</title>')
      return true
    },
    env: { DEVICE_BINDING: 'on', SITE_URL: `https://${host}`, ...clock.env },
  })
})

test.beforeEach(async () => {
  intercept = () => false
  movedSeconds = 0
  clock.moveTo(0)
  await world.query(`update bindings_since set at = now() - interval '2 hours'`)
})

test.afterAll(async () => {
  await domain?.close()
  clock?.remove()
})

/** A new visitor who signs in by the form, with the forms that the browser is sent to afterwards. */
async function visit({ isBound = true } = {}) {
  const { page, context } = await domain.openVisit({ hasPopups: true })
  await context.addInitScript(rememberRefusal, describeConsent(refusal))
  const { email, id: userId } = world.google.accounts.add(
    `on-${crypto.randomUUID()}@example.com`,
    'correct horse',
  )
  await signIn(page, { email, password: 'correct horse' })
  const forms: string[] = []
  const watch = (each: Page) =>
    each.on('framenavigated', (frame) => /\/login/.test(frame.url()) && forms.push(frame.url()))
  watch(page)
  context.on('page', watch)
  if (isBound) await expectConfirmed(page, userId)
  return { page, context, email, userId, forms }
}

/** A binding counts from the first request with its cookie. An open page sends one by itself, but perhaps a minute later. */
async function expectConfirmed(page: Page, userId: string): Promise<void> {
  await expect
    .poll(async () => {
      await checkSessionNow(page)
      return confirmedAt(userId)
    })
    .toBeTruthy()
}

async function confirmedAt(userId: string) {
  const query = 'select confirmed_at from session_bindings join sessions on id = session_id where uid = $1'
  const [row] = (await world.query(`${query} and revoked_at is null`, [userId])) as unknown as {
    confirmed_at: Date
  }[]
  return row?.confirmed_at
}

/** Ten minutes later the browser has dropped the bound cookie, whatever its own clock says. */
async function expire(context: BrowserContext): Promise<void> {
  movedSeconds += 610
  clock.moveTo(movedSeconds)
  await context.clearCookies({ name: '__Host-bound' })
}

/** Counts what browsers send by themselves, and the refreshes among them that were proved. */
function countBindingRequests() {
  const counted = { all: 0, proved: 0 }
  intercept = ({ url, headers }) => {
    if (url?.startsWith('/api/session/binding')) counted.all += 1
    if (url === refreshPath && headers['secure-session-response']) counted.proved += 1
    return false
  }
  return counted
}

test('documents, tabs, Back, an open page and a save while leaving wait for a refresh', async () => {
  const { page, context, forms } = await visit()
  const counted = countBindingRequests()
  const heading = (name: string, on = page) =>
    expect(on.getByRole('heading', { level: 1, name })).toBeVisible()
  await expire(context)
  await page.goto('/app/account')
  await heading('Your account')
  await expire(context)
  await page.reload()
  await heading('Your account')
  await expire(context)
  await page.goBack()
  await heading('Your notes')
  const tab = await context.newPage()
  await expire(context)
  await Promise.all([page.reload(), tab.goto('/app/trash')])
  for (const each of [page, tab]) await expect(accountMenu(each)).toBeVisible()
  await expire(context)
  const asked = page.waitForResponse('/api/session')
  await checkSessionNow(page)
  expect((await asked).status()).toBe(200)
  await tab.close()
  const field = await startNote(page)
  await field.fill('Typed just before leaving')
  await expire(context)
  await page.goto('/app')
  await expect(noteNames(page).first()).toHaveText('Typed just before leaving')
  await page.goto('/auth/success?next=/app')
  await expect(page).toHaveURL('/app')
  expect(counted.proved).toBeGreaterThan(5)
  expect(forms).toEqual([])
  await closeContext(context)
})

test('a sign-in on top of a session, a silent renewal and a new sign-in after a sign-out are bound, too', async () => {
  const { page, context, email, userId, forms } = await visit()
  const cookie = await world.age({ email, userId, cookie: '' }, { issuedAgo: 6 * 86_400, expiredAgo: 86_400 })
  await context.addCookies([{ name: '__session', value: cookie, domain: host, path: '/', secure: true }])
  await expire(context)
  await page.goto('/app')
  // The page that renews has the menu, too, before it leaves.
  await expect(page).toHaveURL('/app')
  await expect(accountMenu(page)).toBeVisible()
  const other = world.google.accounts.add(`other-${userId}@example.com`, 'correct horse')
  const authorization = `Bearer ${await world.google.idToken(other.email, { auth_time: Math.floor(Date.now() / 1000) + movedSeconds })}`
  // A page of the first person would leave once it sees the other.
  await page.goto('/terms')
  const status = await page.evaluate(
    async (headers) => (await fetch('/api/session', { method: 'POST', headers })).status,
    { authorization },
  )
  expect(status).toBe(204)
  await page.goto('/app')
  await expectConfirmed(page, other.id)
  for (let n = 0; n < 2; n++) {
    await expire(context)
    await page.goto('/app')
    await expectSignedInAs(page, other.email)
  }
  expect(forms).toEqual([])
  await signOut(page)
  await expect(page).toHaveURL('/')
  movedSeconds = 0
  clock.moveTo(0)
  await signIn(page, { email, password: 'correct horse' })
  await expectConfirmed(page, userId)
  forms.length = 0
  await expire(context)
  await page.goto('/app/account')
  await expect(page.getByText('Protected on this device')).toBeVisible()
  expect(forms).toEqual([])
  await closeContext(context)
})

test('a registration that is slow or lost signs nobody out', async () => {
  intercept = async ({ url }) => {
    if (url === '/api/session/binding') await delay(1_500)
    return false
  }
  const slow = await visit({ isBound: false })
  await slow.page.waitForResponse('/api/session/binding').catch(() => null)
  await slow.page.goto('/app')
  await expectConfirmed(slow.page, slow.userId)
  await expire(slow.context)
  await slow.page.goto('/app/account')
  await expect(slow.page.getByText('Protected on this device')).toBeVisible()
  clock.moveTo(0)
  movedSeconds = 0
  intercept = ({ url, socket }) => url === '/api/session/binding' && Boolean(socket.destroy())
  const lost = await visit({ isBound: false })
  await expire(lost.context)
  await lost.page.goto('/app')
  await expect(accountMenu(lost.page)).toBeVisible()
  expect([slow.forms, lost.forms]).toEqual([[], []])
  for (const { context } of [slow, lost]) await closeContext(context)
})

test('a refresh that is lost six times, or answered 503 for half a minute, signs nobody out', async () => {
  test.setTimeout(180_000)
  const { page, context, forms } = await visit()
  let lost = 0
  intercept = ({ url, socket }) => url === refreshPath && ++lost <= 6 && Boolean(socket.destroy())
  await expire(context)
  await page.goto('/app/account')
  await expect(page).toHaveURL('/app/account', { timeout: 60_000 })
  await expect(accountMenu(page)).toBeVisible()
  expect(lost).toBeGreaterThan(6)
  let isDown = true
  intercept = ({ url }, response) =>
    url === refreshPath && isDown && Boolean(response.writeHead(503, { 'retry-after': '5' }).end())
  await expire(context)
  await checkSessionNow(page)
  await delay(30_000)
  await expect(page).toHaveURL('/app/account')
  await expect(accountMenu(page)).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/app')
  isDown = false
  await expect(accountMenu(tab)).toBeVisible({ timeout: 60_000 })
  expect(forms).toEqual([])
  await closeContext(context)
})

test('links from other sites, siblings, without a referrer and in new windows lead in', async () => {
  const { page, context, forms } = await visit()
  const paths = ['/app', `/share/${crypto.randomUUID()}`]
  for (const origin of ['https://mail.other.test', 'https://sibling.foyer.test'])
    for (const path of paths)
      for (const how of [
        '',
        'rel="noreferrer"',
        'target="_blank" rel="noopener"',
        'onclick="window.open(this.href); return false"',
      ]) {
        await page.goto(`${origin}/`)
        await page.setContent(`<a href="https://${host}${path}" ${how}>In</a>`)
        await expire(context)
        const opened = /blank|open/.test(how) ? context.waitForEvent('page') : page
        await page.getByRole('link').click()
        const shown = await opened
        await expect(shown, `${origin} ${path} ${how}`).toHaveURL(`https://${host}${path}`)
        await expect(accountMenu(shown)).toBeVisible()
        if (shown !== page) await shown.close()
      }
  expect(forms).toEqual([])
  await page.goto('https://mail.other.test/')
  await page.setContent(`<a href="https://${host}/login">Sign in</a>`)
  await expire(context)
  await page.getByRole('link').click()
  await expect(page, 'who asks for the form is recognized there').toHaveURL(`https://${host}/app`)
  await closeContext(context)
})

test('the cookie jar in another profile opens no page after ten minutes, and the first profile goes on', async () => {
  const { page, context, forms } = await visit()
  const { page: copy, context: thief } = await domain.openVisit({ hasPopups: true })
  await thief.addCookies(await context.cookies())
  await copy.goto('/app')
  await expect(copy, 'not before').toHaveURL('/app')
  movedSeconds = 610
  clock.moveTo(movedSeconds)
  for (const { pattern } of pages.filter(({ guard }) => guard === 'session')) {
    await thief.addCookies(await context.cookies())
    await copy.goto(pattern.replace('{uuid}', crypto.randomUUID())).catch(() => null)
    await expect(copy, pattern).toHaveURL(/\/login\?next=.*&notice=unbound/)
    await expect(
      copy.getByText('We couldn’t confirm that this is the device you signed in on.'),
    ).toBeVisible()
  }
  await context.clearCookies({ name: '__Host-bound' })
  await page.goto('/app/account')
  await expect(page.getByText('Protected on this device')).toBeVisible()
  expect(forms).toEqual([])
  for (const each of [context, thief]) await closeContext(each)
})

test('a binding outlives a restart of the browser', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-profile-'))
  const start = () =>
    chromium.launchPersistentContext(folder, { ...domain.launch, baseURL: `https://${host}` })
  const before = await start()
  const { email, id } = world.google.accounts.add('restarted@example.com', 'correct horse')
  const form = await before.newPage()
  await signIn(form, { email, password: 'correct horse' })
  await expectConfirmed(form, id)
  await before.close()
  const after = await start()
  await expire(after)
  const page = await after.newPage()
  const counted = countBindingRequests()
  await page.goto('/app/account')
  await expect(page.getByText('Protected on this device')).toBeVisible()
  expect(counted.proved).toBe(1)
  await after.close()
  await rm(folder, { recursive: true })
})

test('for a browser that binds nothing, nothing changes', async () => {
  const args = domain.launch.args.filter((each) => !each.startsWith('--enable-features='))
  const other = await chromium.launch({ ...domain.launch, args })
  const context = await other.newContext({ baseURL: `https://${host}` })
  const page = await context.newPage()
  const counted = countBindingRequests()
  const { email, id } = world.google.accounts.add('unbound@example.com', 'correct horse')
  await signIn(page, { email, password: 'correct horse' })
  await expire(context)
  await page.goto('/app/account')
  await expect(page.getByText('This device')).toBeVisible()
  await expect(page.getByText('Protected on this device')).toBeHidden()
  expect([counted.all, await confirmedAt(id)]).toEqual([0, undefined])
  await closeContext(context)
  await other.close()
})
