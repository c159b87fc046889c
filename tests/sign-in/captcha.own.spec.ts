/**
 * A project whose sign-ins by email need Google's captcha, in production mode: with the real SDK and CSP, and a stand-in for
 * Google and its script.
 */
import { expect, type Page } from '@playwright/test'
import { describeIdentityError } from '@/lib/identity/error-words'
import { closeContext } from '../support/browser'
import { removeRoute, stopClock, watchViolations } from '../support/pages'
import { createContext } from '../support/session-browser'
import { type Site, startSite } from '../support/site'
import { test, type World } from '../support/world'

const password = 'correct horse'
const siteKey = 'stand-in-key'

let world: World
/** A site with `RECAPTCHA`. */
let site: Site

test.beforeAll(async ({ world: opened }) => {
  test.setTimeout(240_000)
  world = opened
  site = await startSite({ env: { ...world.environment, RECAPTCHA: 'true' } })
})

test.beforeEach(() => world.google.enforceCaptcha({ siteKey }))

test.afterEach(() => world.google.enforceCaptcha(null))

test.afterAll(() => site.stop())

async function openPage({ url }: Site): Promise<{ page: Page; violations: string[]; asked: string[] }> {
  const context = await createContext(world)
  const page = await context.newPage()
  const violations = await watchViolations(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { hostname, pathname } = new URL(request.url())
    const hasToken = /"captchaResp(onse)?"/.test(request.postData() ?? '')
    if (hostname !== '127.0.0.1' && request.method() !== 'OPTIONS')
      asked.push(`${pathname}${hasToken ? ' with a token' : ''}`)
  })
  await page.clock.install()
  await page.goto(`${url}/login`)
  return { page, violations, asked }
}

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

const submit = (page: Page, name = 'Sign in') => page.getByRole('button', { name, exact: true })

/** Expects the message, and the form ready with what was typed. */
async function expectWords(page: Page, code: Parameters<typeof describeIdentityError>[0]['code']) {
  await expect(page.getByRole('alert').filter({ hasText: describeIdentityError({ code }) })).toBeVisible()
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'false')
  await expect(page.getByLabel('Password')).toHaveValue(password)
}

const captchaRequests = [
  '/v2/recaptchaConfig',
  '/recaptcha/enterprise.js',
  '/recaptcha/releases/stand-in/recaptcha__en.js',
  '/recaptcha/enterprise/anchor',
  '/recaptcha/enterprise/clr',
]

test('passwords, new accounts and emails work with the captcha, and the CSP does not block it', async () => {
  const { email } = world.google.accounts.add('captcha@example.com', password)
  const { page, violations, asked } = await openPage(site)
  await fill(page, email)
  asked.length = 0
  await submit(page).click()
  await expect(page).toHaveURL(`${site.url}/app`)
  const signIn = '/v1/accounts:signInWithPassword'
  expect(asked.slice(0, 7)).toEqual([signIn, ...captchaRequests, `${signIn} with a token`])

  await page.context().clearCookies()
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email').fill('captcha-mails@example.com')
  asked.length = 0
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect.poll(() => asked.at(-1)).toBe('/v1/accounts:sendOobCode with a token')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fill(page, 'captcha-new@example.com')
  await submit(page, 'Create account').click()
  await expect(page).toHaveURL(`${site.url}/app`)
  expect(violations).toEqual([])
  await closeContext(page.context())
})

test('if the captcha is blocked or silent, the form has a message and keeps working', async () => {
  const { email } = world.google.accounts.add('captcha-fails@example.com', password)
  const { page } = await openPage(site)
  await fill(page, email)

  const script = 'https://www.google.com/recaptcha/**'
  await page.route(script, (route) => route.abort('blockedbyclient'))
  await submit(page).click()
  await expectWords(page, 'captcha-blocked')
  await removeRoute(page, script)

  await page.route(script, () => undefined)
  await stopClock(page)
  const silent = page.waitForRequest(script)
  await submit(page).click()
  await silent
  await page.clock.fastForward(44_900)
  await expect(submit(page, 'Signing in…')).toBeVisible()
  await page.clock.fastForward(200)
  await expectWords(page, 'timeout')

  await removeRoute(page, script)
  await page.clock.resume()
  await submit(page).click()
  await expect(page).toHaveURL(`${site.url}/app`)
  await closeContext(page.context())
})

test('without the setting the form has a message, and the log says once per page what to set', async () => {
  const { email } = world.google.accounts.add('captcha-off@example.com', password)
  const { page, violations } = await openPage(world.site)
  await fill(page, email)
  for (const _ of ['once', 'and again']) {
    await submit(page).click()
    await expectWords(page, 'captcha-off')
  }
  // This site has no address, so the link is hidden.
  await expect(page.getByRole('link', { name: 'Contact us', includeHidden: true })).toHaveCount(1)
  expect(new Set(violations)).toEqual(
    new Set([
      `script-src-elem https://www.google.com/recaptcha/enterprise.js?render=${siteKey}&onload=onFirebaseAuthREInstanceReady`,
    ]),
  )
  const reports = () => world.site.records().filter(({ message }) => /captcha/.test(String(message)))
  await expect.poll(reports).toHaveLength(1)
  // The page sends pending reports when it's left.
  await page.goto('about:blank')
  expect(reports()).toMatchObject([{ level: 'error', message: 'identity: captcha-off: set RECAPTCHA=true' }])
  await closeContext(page.context())
})
