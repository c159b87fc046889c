import type { BrowserContext, Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import {
  accountMenu,
  askNow,
  sayOfSession,
  signIn,
  signInAsSomebody,
  signOut,
  signOutButton,
  typeSomething,
} from '../support/visitor'

function countRequests(context: BrowserContext, method: string): () => number {
  let count = 0
  context.on('request', (request) => {
    if (request.method() === method && request.url().endsWith('/api/session')) count += 1
  })
  return () => count
}

/** The scripts of the account page run, so that it hears of the other tabs. */
async function awaitScripts(page: Page): Promise<void> {
  await expect(accountMenu(page)).toBeVisible()
}

/** Notes when the button is pressed, by the page's own clock as well. */
function notePress(): void {
  document.addEventListener('click', () => sessionStorage.setItem('pressedAt', String(Date.now())), true)
}

/** Notes when the page says that it was signed out: by the page's own clock, as there are five to look at. */
function noteSignOut(): void {
  new MutationObserver(() => {
    if (sessionStorage.getItem('saidAt') || document.documentElement.dataset.session !== 'unchecked') return
    if (!document.querySelector('main')?.textContent.includes('You’ve been signed out')) return
    sessionStorage.setItem('saidAt', String(Date.now()))
  }).observe(document.body, { childList: true, subtree: true })
}

test.describe('six tabs', () => {
  // Whoever asks for changes of notes just then is told that there is no session.
  test.use({ expectedErrors: /401 \(Unauthorized\)/ })

  test('one signs out, all show it within two seconds, and one request ends the session', async ({
    page,
    site,
    context,
  }) => {
    await signInAsSomebody(page, site)
    const others = []
    for (let tab = 1; tab < 6; tab++) {
      const other = await context.newPage()
      await other.goto('/app')
      await awaitScripts(other)
      others.push(other)
    }
    await Promise.all([page.evaluate(notePress), ...others.map((other) => other.evaluate(noteSignOut))])
    const ends = countRequests(context, 'DELETE')
    await (await signOutButton(page)).click({ noWaitAfter: true })
    await expect(page).toHaveURL('/')
    await Promise.all(others.map((other) => expect(other).toHaveURL(/\/login\?/)))
    const pressedAt = await page.evaluate(() => Number(sessionStorage.getItem('pressedAt')))
    expect(pressedAt).toBeGreaterThan(0)
    for (const other of others) {
      const saidAt = await other.evaluate(() => Number(sessionStorage.getItem('saidAt')))
      expect(saidAt - pressedAt).toBeGreaterThan(0)
      expect(saidAt - pressedAt).toBeLessThan(2_000)
    }
    expect(ends()).toBe(1)
    for (const other of others) await expect(other.getByText('You signed out in another tab')).toBeVisible()
  })
})

test('a sign-in reaches the other tabs: the header changes, the form goes on by itself, and what they are told holds no token, no user and no mail', async ({
  page,
  site,
  context,
}) => {
  const account = await createAccount(site)
  const home = await context.newPage()
  const form = await context.newPage()
  await home.goto('/', { waitUntil: 'networkidle' })
  await form.goto('/login?next=%2Fdebug-config', { waitUntil: 'networkidle' })
  await expect(
    home.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' }),
  ).toBeVisible()
  await home.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    new BroadcastChannel('foyer-session').onmessage = ({ data }) => heard.push(data)
  })
  await signIn(page, account)
  await expect(accountMenu(home)).toBeVisible()
  await expect(form).toHaveURL('/debug-config')
  await signOut(page)
  await expect(
    home.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' }),
  ).toBeVisible()
  expect(await home.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([
    'signed-in',
    'signed-out',
  ])
})

test('a page of another user than the session is drawn anew', async ({ page, site, context }) => {
  const first = await signInAsSomebody(page, site)
  const second = await createAccount(site)
  await sayOfSession(page, () => ({ userId: second.userId }))
  const other = await context.newPage()
  await other.goto('/terms')
  await context.clearCookies()
  await other.evaluate(async (idToken) => {
    await fetch('/api/session', { method: 'POST', headers: { authorization: `Bearer ${idToken}` } })
    new BroadcastChannel('foyer-session').postMessage('signed-in')
  }, second.idToken)
  await expect(page.getByText(second.email)).toBeVisible()
  await expect(page.getByText(first.email)).toBeHidden()
  await page.unrouteAll({ behavior: 'wait' })
})

test('two tabs whose session needs renewal renew it once, and what is typed stays', async ({
  page,
  site,
  context,
}) => {
  await signInAsSomebody(page, site)
  const other = await context.newPage()
  await other.goto('/app')
  await awaitScripts(other)
  const posts = countRequests(context, 'POST')
  for (const tab of [page, other]) {
    await typeSomething(tab)
    await sayOfSession(tab, () => ({ needsRenewal: posts() === 0 }))
    await tab.route('**/api/session', async (route) => {
      await new Promise((resume) => setTimeout(resume, route.request().method() === 'POST' ? 500 : 0))
      await route.fallback()
    })
  }
  await Promise.all([page, other].map(askNow))
  await expect.poll(posts).toBe(1)
  await page.waitForTimeout(1_500)
  expect(posts()).toBe(1)
  for (const tab of [page, other]) await expect(tab.getByLabel('Unsaved')).toHaveValue('not saved yet')
  await Promise.all([page, other].map((tab) => tab.unrouteAll({ behavior: 'wait' })))
})
