/** Pages as whoever is on the way in meets them, and pages for everybody: how each comes into each state. */
import { randomUUID } from 'node:crypto'
import { createAccount, unverifiableCookie } from '../support/accounts'
import { consentOn } from '../support/consent-page'
import { expect, newCredentials } from '../support/fixtures'
import { changeAddress, latestLink, sendMail } from '../support/mails'
import { changeConfig, exampleOperator } from '../support/operator'
import { postToken } from '../support/requests'
import { enrollPhones, newPhone, promptOn } from '../support/second-factor'
import { accountMenu, openNotesAsNewAccount } from '../support/visitor'
import { at, errorPage, form, neverRespond, press, type State } from './states'

/** A page of a site whose operators have said who they are. */
const ofOperator =
  (path: string): State =>
  async (page, site) => {
    await changeConfig(page, { operator: exampleOperator })
    await at(path)(page, site)
  }

export const signedOut: Record<string, State> = {
  home: at('/'),
  'home-signed-in': async (page, site) => {
    await openNotesAsNewAccount(page, site)
    await page.goto('/')
    await accountMenu(page).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  },
  terms: at('/terms'),
  privacy: at('/privacy'),
  contact: at('/contact'),
  'terms-operator': ofOperator('/terms'),
  'privacy-operator': ofOperator('/privacy'),
  'contact-operator': ofOperator('/contact'),
  'not-found': at('/no/such/page'),
  'not-found-shared': async (page, site) => {
    await openNotesAsNewAccount(page, site)
    await at(`/share/${randomUUID()}`)(page, site)
  },
  error: async (page, site) => {
    await openNotesAsNewAccount(page, site)
    // What each time on the page asks for as soon as it runs, and later what draws and judges the picture.
    await page.addInitScript(() => {
      const { isNaN: before } = Number
      Number.isNaN = () => {
        throw new Error('the page fails')
      }
      setTimeout(() => {
        Number.isNaN = before
      }, 2_000)
    })
    await errorPage('/app/account')(page, site)
    await page.waitForTimeout(2_000)
  },
  'error-last-resort': async (page, site) => {
    // What the header asks for as soon as it runs.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
    await errorPage('/')(page, site)
  },
  unavailable: async (page, site) => {
    await page.context().addCookies([{ name: '__session', value: unverifiableCookie(), url: site.url }])
    await page.goto('/api/unavailable?next=/app')
  },
  'consent-banner': async (page) => {
    await page.goto('/')
    await expect(consentOn(page).banner).toBeVisible()
  },
  'consent-banner-login': async (page) => {
    await page.goto('/login')
    await expect(consentOn(page).banner).toBeVisible()
  },
  'consent-banner-gpc': async (page) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await page.goto('/')
    await expect(consentOn(page).banner).toBeVisible()
  },
  // The icon of California's law stands where marketing is possible.
  'privacy-choices': async (page) => {
    await changeConfig(page, { analytics: { tagId: 'G-FOYERTEST', consent: 'basic', urlPassthrough: true } })
    await page.goto('/privacy#kept')
    await expect(page.getByRole('button', { name: 'Your privacy choices' })).toBeVisible()
  },
  'consent-dialog': async (page) => {
    await page.goto('/')
    await consentOn(page).customize.click()
    await expect(consentOn(page).save).toBeVisible()
  },
  'consent-notice': async (page) => {
    const { accept, settings, analytics, save, notice } = consentOn(page)
    await page.goto('/')
    await accept.click()
    await page.context().addCookies([{ name: '_ga', value: 'GA1.1.1.1', url: page.url() }])
    await settings.click()
    await analytics.click()
    await save.click()
    await expect(notice).toBeVisible()
  },
  'auth-success': at('/auth/success'),
  'silent-refresh': at('/auth/silent-refresh'),
  'signed-out': at('/?signed-out=1'),
  login: form('/login'),
  'login-create': at('/login?mode=create'),
  'login-create-advice': async (page, site) => {
    await at('/login?mode=create')(page, site)
    await page.getByLabel('Email').fill('somebody@example.com')
    await page.getByLabel('Password').fill('password')
    await expect(page.getByText(/common/i).first()).toBeVisible()
  },
  'login-wrong': form('/login', async (page, site) => {
    const { email } = await createAccount(site)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('wrong password')
    await press(page, 'Sign in')
    await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  }),
  'login-empty': form('/login', async (page) => {
    await press(page, 'Sign in')
    await expect(page.getByText('Enter your email address.')).toBeVisible()
  }),
  'login-busy': form('/login', async (page, site) => {
    const { email, password } = await createAccount(site)
    await page.route(/signInWithPassword/, neverRespond)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await press(page, 'Sign in')
    await expect(page.getByRole('main').locator('button[aria-disabled="true"]').first()).toBeVisible()
  }),
  'login-reset': form('/login', async (page) => {
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('button', { name: 'Email me a link' })).toBeVisible()
  }),
  'login-inbox': form('/login', async (page, site) => {
    const { email } = await createAccount(site)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('link', { name: /sign-in link/i }).click()
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  }),
  'login-ended': form('/login?next=%2Fapp&notice=ended'),
  'login-shared': form(`/login?next=%2Fshare%2F${randomUUID()}`),
  'second-factor': form('/login', async (page, site) => {
    const account = await createAccount(site)
    await enrollPhones(site, account, [newPhone(), newPhone()])
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await press(page, 'Sign in')
    await expect(promptOn(page).title).toBeVisible()
  }),
  'mail-link': at('/auth/action?mode=signIn&oobCode=made-up'),
  'mail-link-other-device': async (page, site) => {
    const { email } = newCredentials()
    await sendMail(site, { requestType: 'EMAIL_SIGNIN', email, continueUrl: site.url })
    await at(await latestLink(site, email, 'EMAIL_SIGNIN'))(page, site)
  },
  'mail-link-password': async (page, site) => {
    const { email } = await createAccount(site)
    await sendMail(site, { requestType: 'PASSWORD_RESET', email })
    await page.goto(await latestLink(site, email, 'PASSWORD_RESET'))
    await page.getByLabel('New password').fill('short')
  },
  'mail-link-taken-back': async (page, site) => {
    const { email, idToken } = await createAccount(site)
    await changeAddress(site, idToken, `new-${email}`)
    await page.goto(await latestLink(site, email, 'RECOVER_EMAIL'))
    await press(page, 'Restore my email address')
    await expect(page.getByText(/someone else might know/)).toBeVisible()
  },
  'mail-link-verify': async (page, site) => {
    const { idToken, email } = await createAccount(site)
    await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
    await page.goto(await latestLink(site, email, 'VERIFY_EMAIL'))
    await expect(page.getByText(`Please verify ${email}.`)).toBeVisible()
  },
  'account-secured': async (page, site) => {
    const { idToken, email } = await createAccount(site)
    await postToken(site, idToken)
    await sendMail(site, { requestType: 'EMAIL_SIGNIN', email, continueUrl: site.url })
    await page.goto(await latestLink(site, email, 'EMAIL_SIGNIN'))
    await page.getByLabel('Email').fill(email)
    await press(page, 'Sign in')
    await page.getByRole('heading', { name: 'Your account is secured' }).waitFor()
  },
  'mail-link-expired': at('/auth/action?mode=resetPassword&oobCode=made-up'),
  'debug-config': at('/debug-config'),
}
