import type { Request } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { changeAddress, isUnused, linkIn, sendMail } from '../support/mails'

const scanned = [
  { type: 'PASSWORD_RESET', button: 'Save new password' },
  { type: 'VERIFY_EMAIL', button: 'Verify email address' },
  { type: 'RECOVER_EMAIL', button: 'Restore my email address' },
  { type: 'VERIFY_AND_CHANGE_EMAIL', button: 'Use new email address' },
  { type: 'EMAIL_SIGNIN', button: 'Sign in' },
] as const

const isOfUser = (type: string) => type === 'VERIFY_EMAIL' || type === 'VERIFY_AND_CHANGE_EMAIL'

test('a program that looks through mail and opens its links uses nothing up', async ({ page, site }) => {
  for (const { type, button } of scanned) {
    await test.step(type, async () => {
      const { email, idToken } = await createAccount(site)
      const { email: newEmail } = newCredentials()
      const byAddress = { email, continueUrl: `${site.url}/app` }
      const wanted = isOfUser(type) ? { idToken, newEmail } : byAddress
      if (type === 'RECOVER_EMAIL') await changeAddress(site, idToken, newEmail)
      else await sendMail(site, { requestType: type, ...wanted })
      const link = await linkIn(site, email, type)
      const response = await page.goto(link, { waitUntil: 'networkidle' })
      expect(response?.status()).toBe(200)
      expect(response?.headers()['cache-control']).toContain('no-store')
      expect(await response?.text()).toContain('noindex')
      await expect(page.getByRole('button', { name: button })).toBeEnabled()
      expect(await isUnused(site, link)).toBe(true)
    })
  }
})

for (const type of ['VERIFY_EMAIL', 'EMAIL_SIGNIN'] as const) {
  test(`the code of a ${type} link goes neither to the log nor on with any request, and leaves the address`, async ({
    page,
    site,
  }) => {
    const { email, idToken } = await createAccount(site)
    const continueUrl = `${site.url}/debug-config`
    const wanted = type === 'VERIFY_EMAIL' ? { idToken } : { email }
    await sendMail(site, { requestType: type, continueUrl, ...wanted })
    const link = await linkIn(site, email, type)
    const code = new URL(link).searchParams.get('oobCode') ?? ''
    expect(code).not.toBe('')
    const sent: Request[] = []
    page.on('request', (request) => sent.push(request))
    const document = await page.goto(link, { waitUntil: 'networkidle' })
    expect((await document?.allHeaders())?.['referrer-policy']).toBe('strict-origin')
    const bare = `/auth/action?mode=${new URL(link).searchParams.get('mode')}&next=%2Fdebug-config`
    await expect(page).toHaveURL(bare)
    // A reload and Back find it again; no address, and no other page, has it.
    await page.reload({ waitUntil: 'networkidle' })
    await page.goto('/terms')
    await page.goBack({ waitUntil: 'networkidle' })
    await expect(page).toHaveURL(bare)
    expect(await isUnused(site, link)).toBe(true)
    if (type === 'VERIFY_EMAIL') {
      await page.getByRole('button', { name: 'Verify email address' }).click()
      await expect(page.getByText('is verified')).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await expect(page).toHaveURL('/login?next=%2Fdebug-config')
    } else {
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL('/debug-config')
    }
    expect(await page.evaluate(() => globalThis.document.referrer)).not.toContain(code)
    const headers = await Promise.all(sent.map((request) => request.allHeaders()))
    // The provider may ask who uses the API key.
    expect(headers.map(({ referer }) => referer)).toContain(`${site.url}/`)
    expect(headers.filter((all) => JSON.stringify(all).includes(code))).toEqual([])
    const toUs = sent.map((request) => request.url()).filter((url) => url.startsWith(site.url))
    expect(toUs.filter((url) => url.includes(code))).toEqual([link])
    // A line that is written for sure, so that the log is not just empty.
    await fetch(`${site.url}/no/such/page?oobCode=${code}`)
    await expect.poll(() => JSON.stringify(site.records())).toContain('/no/such/page')
    expect(JSON.stringify(site.records())).not.toContain(code)
  })
}
