import { createAccount } from '../accounts'
import { expect, newCredentials, test } from '../fixtures'
import { changeAddress, isUnused, linkIn, sendMail } from '../mails'

const scanned = [
  { type: 'PASSWORD_RESET', button: 'Save the new password' },
  { type: 'VERIFY_EMAIL', button: 'Confirm this address' },
  { type: 'RECOVER_EMAIL', button: 'Have my address back' },
  { type: 'VERIFY_AND_CHANGE_EMAIL', button: 'Use the new address' },
  { type: 'EMAIL_SIGNIN', button: 'Sign in' },
] as const

const isOfUser = (type: string) => type === 'VERIFY_EMAIL' || type === 'VERIFY_AND_CHANGE_EMAIL'

for (const { type, button } of scanned) {
  test(`a program that looks through mail and opens a ${type} link uses nothing up`, async ({
    page,
    site,
    browser,
  }) => {
    const { email, idToken } = await createAccount(site)
    const { email: newEmail } = newCredentials()
    const byAddress = { email, continueUrl: `${site.url}/app` }
    if (type === 'RECOVER_EMAIL') await changeAddress(site, idToken, newEmail)
    else await sendMail(site, { requestType: type, ...(isOfUser(type) ? { idToken, newEmail } : byAddress) })
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
  const sent: { url: string; referrer: string }[] = []
  page.on('request', (request) =>
    sent.push({ url: request.url(), referrer: request.headers().referer ?? '' }),
  )
  await page.goto(link, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('is confirmed')).toBeVisible()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(page).toHaveURL('/login?next=%2Fapp')
  expect(await page.evaluate(() => document.referrer)).not.toContain(code)
  expect(code).not.toBe('')
  expect(sent.map(({ referrer }) => referrer)).toContain(`${site.url}/`)
  // What the page loads while its head is read still has the whole address: our own files, and nobody else's.
  const told = sent.filter(({ referrer }) => referrer.includes(code)).map(({ url }) => url)
  expect(told.filter((url) => !url.startsWith(`${site.url}/_next/static/`))).toEqual([])
  expect(sent.map(({ url }) => url).filter((url) => url.includes(code))).toEqual([link])
  // A line that is written for sure, so that the log is not just empty.
  await fetch(`${site.url}/no/such/page?oobCode=${code}`)
  await expect.poll(() => JSON.stringify(site.records())).toContain('/no/such/page')
  expect(JSON.stringify(site.records())).not.toContain(code)
})
