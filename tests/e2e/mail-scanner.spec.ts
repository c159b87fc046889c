import { createAccount } from '../accounts'
import { expect, test } from '../fixtures'
import { isUnused, linkIn, sendMail } from '../mails'

const scanned = [
  { type: 'PASSWORD_RESET', button: 'Save the new password' },
  { type: 'VERIFY_EMAIL', button: 'Confirm this address' },
  { type: 'EMAIL_SIGNIN', button: 'Sign in' },
] as const

for (const { type, button } of scanned) {
  test(`a program that looks through mail and opens a ${type} link uses nothing up`, async ({
    page,
    site,
    browser,
  }) => {
    const { email, idToken } = await createAccount(site)
    const request = type === 'VERIFY_EMAIL' ? { idToken } : { email, continueUrl: `${site.url}/app` }
    await sendMail(site, { requestType: type, ...request })
    const link = await linkIn(site, email, type)
    const response = await fetch(link, { headers: { 'user-agent': 'MailScanner' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await response.text()).toContain('noindex')
    const scanner = await browser.newPage()
    await scanner.goto(link, { waitUntil: 'networkidle' })
    await expect(scanner.getByRole('button', { name: button })).toBeEnabled()
    await scanner.close()
    expect(await isUnused(site, link)).toBe(true)
    await page.goto(link)
    await expect(page.getByRole('button', { name: button })).toBeEnabled()
  })
}

test('the code of a link goes neither to the log nor on to other pages', async ({ page, site }) => {
  const { email, idToken } = await createAccount(site)
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
  const link = await linkIn(site, email, 'VERIFY_EMAIL')
  const code = new URL(link).searchParams.get('oobCode') ?? ''
  const referrers: string[] = []
  await page.goto(link, { waitUntil: 'networkidle' })
  page.on('request', (sent) => referrers.push(sent.headers().referer ?? ''))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('is confirmed')).toBeVisible()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(page).toHaveURL('/login?next=%2Fapp')
  expect(await page.evaluate(() => document.referrer)).not.toContain(code)
  expect(code).not.toBe('')
  expect(referrers).toContain(`${site.url}/`)
  expect(referrers.filter((referrer) => referrer.includes(code))).toEqual([])
  // A line that is written for sure, so that the log is not just empty.
  await fetch(`${site.url}/no/such/page?oobCode=${code}`)
  await expect.poll(() => JSON.stringify(site.records())).toContain('/no/such/page')
  expect(JSON.stringify(site.records())).not.toContain(code)
})
