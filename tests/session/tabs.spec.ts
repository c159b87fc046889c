import type { BrowserContext, Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { removeRoutes } from '../support/pages'
import {
  accountMenu,
  checkSessionNow,
  overrideSession,
  signIn,
  signOutButton,
  typeSomething,
} from '../support/visitor'

// A request for changes of notes gets a 401 when the session ends.
test.use({ expectedErrors: /401 \(Unauthorized\)/ })

function countRequests(context: BrowserContext, method: string): () => number {
  let count = 0
  context.on('request', (request) => {
    if (request.method() === method && request.url().endsWith('/api/session')) count += 1
  })
  return () => count
}

/** The page's scripts run, so it gets broadcasts. */
async function awaitScripts(page: Page): Promise<void> {
  await expect(accountMenu(page)).toBeVisible()
}

/** Records when the button is pressed, by the page's clock. */
function notePress(): void {
  document.addEventListener('click', () => sessionStorage.setItem('pressedAt', String(Date.now())), true)
}

/** Records when the page says that it was signed out, by the page's clock. */
function noteSignOut(): void {
  new MutationObserver(() => {
    if (sessionStorage.getItem('saidAt') || document.documentElement.dataset.session !== 'unchecked') return
    if (!document.querySelector('main')?.textContent.includes('You’ve been signed out')) return
    sessionStorage.setItem('saidAt', String(Date.now()))
  }).observe(document.body, { childList: true, subtree: true })
}

const signInLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' })

test('tabs share a sign-in, one renewal, and a sign-out, which all show within two seconds', async ({
  page,
  site,
  context,
}) => {
  const account = await createAccount(site)
  const home = await context.newPage()
  const form = await context.newPage()
  await home.goto('/', { waitUntil: 'networkidle' })
  await form.goto('/login?next=%2Fdebug-config', { waitUntil: 'networkidle' })
  await expect(signInLink(home)).toBeVisible()
  await home.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    new BroadcastChannel('foyer-session').onmessage = ({ data }) => heard.push(data)
  })

  await test.step('a sign-in: the header changes, and the form continues by itself', async () => {
    await signIn(page, account)
    await expect(accountMenu(home)).toBeVisible()
    await expect(form).toHaveURL('/debug-config')
  })

  const others = [form, await context.newPage()]
  for (const other of others) {
    await other.goto('/app')
    await awaitScripts(other)
  }

  await test.step('two tabs whose session needs renewal renew it once, and what is typed stays', async () => {
    const posts = countRequests(context, 'POST')
    const both = [page, form]
    for (const tab of both) {
      await typeSomething(tab)
      await overrideSession(tab, () => ({ needsRenewal: posts() === 0 }))
      await tab.route('**/api/session', async (route) => {
        await new Promise((resume) => setTimeout(resume, route.request().method() === 'POST' ? 500 : 0))
        await route.fallback()
      })
    }
    await Promise.all(both.map(checkSessionNow))
    await expect.poll(posts).toBe(1)
    await page.waitForTimeout(1_500)
    expect(posts()).toBe(1)
    for (const tab of both) await expect(tab.getByLabel('Unsaved')).toHaveValue('not saved yet')
    await Promise.all(both.map((tab) => removeRoutes(tab, 'wait')))
  })

  await test.step('one signs out, all show it within two seconds, and one request ends the session', async () => {
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
    await expect(signInLink(home)).toBeVisible()
  })

  // No token, no user and no mail.
  const heard = await home.evaluate(() => (window as unknown as { heard: unknown[] }).heard)
  expect(heard).toEqual(['signed-in', 'signed-out'])
})
