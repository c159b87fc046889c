/** The steps to each state of the pages for visitors and for everyone. */
import { randomUUID } from 'node:crypto'
import { createAccount, unverifiableCookie } from '../support/accounts'
import { openWithBanner } from '../support/consent-page'
import { expect, newCredentials } from '../support/fixtures'
import { latestLink, requestLink, sendMail } from '../support/mails'
import { changeConfig, exampleOperator } from '../support/operator'
import { enrollPhones, newPhone, promptOn } from '../support/second-factor'
import { after, at, click, errorPage, fill, form, type Step, sees, seesText } from './states'

/** A page of a site with the operator's details. */
const ofOperator = (path: string): Step =>
  after((page) => changeConfig(page, { operator: exampleOperator }), at(path))

const enter = (email: string, password: string): Step =>
  after(fill('Email', email), fill('Password', password), click('Sign in'))

export const signedOut: Record<string, Step> = {
  home: at('/'),
  terms: at('/terms'),
  privacy: at('/privacy'),
  contact: at('/contact'),
  'privacy-operator': ofOperator('/privacy'),
  'not-found': at('/no/such/page'),
  'error-last-resort': after(
    // The header needs it as soon as it runs.
    (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel')),
    errorPage('/'),
  ),
  unavailable: async (page, site) => {
    await page.context().addCookies([{ name: '__session', value: unverifiableCookie(), url: site.url }])
    await page.goto('/api/unavailable?next=/app')
  },
  'consent-banner': (page) => openWithBanner(page),
  'consent-banner-gpc': after(
    (page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })),
    (page) => openWithBanner(page),
  ),
  'consent-dialog': async (page) => {
    const { customize, save } = await openWithBanner(page)
    await customize.click()
    await expect(save).toBeVisible()
  },
  'auth-success': at('/auth/success'),
  'silent-refresh': at('/auth/silent-refresh'),
  'signed-out': at('/?signed-out=1'),
  login: form('/login'),
  'login-create': at('/login?mode=create'),
  'login-create-advice': after(
    at('/login?mode=create'),
    fill('Email', 'ada@example.com'),
    fill('Password', 'password'),
    seesText(/common/i),
  ),
  'login-wrong': after(form('/login'), async (page, site) => {
    await enter((await createAccount(site)).email, 'wrong password')(page, site)
    await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  }),
  'login-empty': after(form('/login'), click('Sign in'), seesText('Enter your email address.')),
  'login-reset': after(
    form('/login'),
    click('Forgot your password?', 'link'),
    sees('button', 'Email me a link'),
  ),
  'login-inbox': after(
    form('/login'),
    async (page, site) => page.getByLabel('Email').fill((await createAccount(site)).email),
    click(/sign-in link/i, 'link'),
    click('Email me a link'),
    sees('heading', 'Check your inbox'),
  ),
  'login-ended': form('/login?next=%2Fapp&notice=ended'),
  'login-shared': form(`/login?next=%2Fshare%2F${randomUUID()}`),
  'second-factor': after(form('/login'), async (page, site) => {
    const account = await createAccount(site)
    await enrollPhones(site, account, [newPhone(), newPhone()])
    await enter(account.email, account.password)(page, site)
    await expect(promptOn(page).title).toBeVisible()
  }),
  'mail-link': at('/auth/action?mode=signIn&oobCode=made-up&proof=made-up'),
  'mail-link-other-device': async (page, site) => {
    const { email } = newCredentials()
    await requestLink(site, email)
    await at(await latestLink(site, email, 'EMAIL_SIGNIN'))(page, site)
  },
  'mail-link-password': async (page, site) => {
    const { email } = await createAccount(site)
    await sendMail(site, { requestType: 'PASSWORD_RESET', email })
    await page.goto(await latestLink(site, email, 'PASSWORD_RESET'))
    await page.getByLabel('New password').fill('short')
  },
  'mail-link-expired': at('/auth/action?mode=resetPassword&oobCode=made-up'),
  'debug-config': at('/debug-config'),
}
