import type { Request } from '@playwright/test'
import { addressProofHeader } from '@/lib/session/address-proof'
import { createAccount } from '../support/accounts'
import { expect, newCredentials, siteTest, test } from '../support/fixtures'
import { changeAddress, isUnused, latestLink, latestMail, requestLink, sendMail } from '../support/mails'
import type { Site } from '../support/site'

const scanned = [
  'PASSWORD_RESET',
  'VERIFY_EMAIL',
  'RECOVER_EMAIL',
  'VERIFY_AND_CHANGE_EMAIL',
  'EMAIL_SIGNIN',
] as const

const isOfUser = (type: string) => type === 'VERIFY_EMAIL' || type === 'VERIFY_AND_CHANGE_EMAIL'

/** For pages in browsers see below, and `links`. */
siteTest('a mail scanner that opens links consumes none', async ({ site }) => {
  for (const type of scanned) {
    await siteTest.step(type, async () => {
      const { email, idToken } = await createAccount(site)
      const { email: newEmail } = newCredentials()
      const byAddress = { email, continueUrl: `${site.url}/app` }
      const wanted = isOfUser(type) ? { idToken, newEmail } : byAddress
      if (type === 'RECOVER_EMAIL') await changeAddress(site, idToken, newEmail)
      else await sendMail(site, { requestType: type, ...wanted })
      const link = await latestLink(site, email, type)
      const response = await fetch(link)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toContain('no-store')
      expect(await response.text()).toContain('noindex')
      expect(await isUnused(site, link)).toBe(true)
    })
  }
})

test('a link’s code and nonce leave the URL, and are in no log line and no other URL', async ({
  page,
  site,
}) => {
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))
  for (const type of ['VERIFY_EMAIL', 'EMAIL_SIGNIN'] as const) {
    await test.step(type, async () => {
      const { email, secrets } = await (type === 'VERIFY_EMAIL' ? mailVerification : mailSignInLink)(site)
      const link = await latestLink(site, email, type)
      for (const secret of secrets) expect(link).toContain(secret)
      const hasSecret = (text: string) => secrets.some((secret) => text.includes(secret))
      sent.length = 0
      const document = await page.goto(link, { waitUntil: 'networkidle' })
      expect((await document?.allHeaders())?.['referrer-policy']).toBe('strict-origin')
      const bare = `/auth/action?mode=${new URL(link).searchParams.get('mode')}&next=%2Fdebug-config`
      await expect(page).toHaveURL(bare)
      if (type === 'VERIFY_EMAIL') {
        // Reload and Back find it again; no URL and no other page has it.
        await page.reload({ waitUntil: 'networkidle' })
        await page.goto('/terms')
        await page.goBack({ waitUntil: 'networkidle' })
        await expect(page).toHaveURL(bare)
      }
      expect(await isUnused(site, link)).toBe(true)
      if (type === 'VERIFY_EMAIL') {
        await page.getByRole('button', { name: 'Verify email address' }).click()
        await expect(page.getByText('is verified')).toBeVisible()
        await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
        await expect(page).toHaveURL('/login?next=%2Fdebug-config')
      } else {
        await page.getByLabel('Email').fill(email)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await expect(page).toHaveURL('/debug-config')
      }
      expect(hasSecret(await page.evaluate(() => globalThis.document.referrer))).toBe(false)
      const all = await Promise.all(sent.map((request) => request.allHeaders()))
      const headers = all.map(({ [addressProofHeader]: _proof, ...others }) => others)
      // The provider may check the referrer of the API key.
      expect(all.map(({ referer }) => referer)).toContain(`${site.url}/`)
      expect(headers.filter((sent) => hasSecret(JSON.stringify(sent)))).toEqual([])
      const toUs = sent.map((request) => request.url()).filter((url) => url.startsWith(site.url))
      expect(toUs.filter(hasSecret)).toEqual([link])
      // Proves that the log is written.
      await fetch(`${site.url}/no/such/${type}?oobCode=${secrets.join('&proof=')}`)
      await expect.poll(() => JSON.stringify(site.records())).toContain(`/no/such/${type}`)
      expect(hasSecret(JSON.stringify(site.records()))).toBe(false)
    })
  }
})

async function mailVerification(site: Site) {
  const { email, idToken } = await createAccount(site)
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken, continueUrl: `${site.url}/debug-config` })
  const { oobCode } = await latestMail(site, email, 'VERIFY_EMAIL')
  return { email, secrets: [oobCode] }
}

async function mailSignInLink(site: Site) {
  const { email } = newCredentials()
  const { code, nonce } = await requestLink(site, email, { next: '/debug-config' })
  return { email, secrets: [code, nonce] }
}
