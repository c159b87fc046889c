import { randomUUID } from 'node:crypto'
import { all, expect, expectHits, letHaveChosen, test } from '../support/tagged-site'
import { signInAsSomebody } from '../support/visitor'

test.use({ expectedErrors: /404 \(Not Found\)/ })

test.beforeEach(async ({ page }) => {
  await letHaveChosen(page, 'accept_all', all)
})

test('what is signed in, written and shared does not show in any hit', async ({ page, site, visit }) => {
  // The form's own view is sent once the tag is there, and nobody signs in before that.
  await page.route('**/v1/accounts:signInWithPassword*', async (route) => {
    await expect.poll(() => visit.hits().length).toBeGreaterThan(0)
    await route.continue()
  })
  const account = await signInAsSomebody(page, site)
  const noteText = 'Call the plumber'
  await page.getByLabel('New note').fill(noteText)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: noteText })).toBeVisible()
  const uuid = randomUUID()
  await page.goto(`/share/${uuid}?from=${account.userId}`)
  await expectHits(page, visit, { hits: ['page_view: accepted, on /share/uuid'], now: 'accepted' })
  await page.goto(`/contact?mail=${account.email}#${account.userId}`)
  await expectHits(page, visit, { hits: ['page_view: accepted, on /contact'], now: 'accepted' })

  const hits = visit.hits()
  const views = hits.filter(({ name }) => name === 'page_view').map(({ location }) => location)
  const paths = ['/login', '/app', '/share/uuid', '/contact'].map((path) => site.url + path)
  expect(views).toEqual(paths)
  expect(hits.filter((hit) => hit.location !== site.url + new URL(hit.location).pathname)).toEqual([])
  const wire = hits.map((hit) => hit.wire).join('\n')
  for (const secret of [
    account.userId,
    account.email,
    account.email.split('@')[0],
    noteText,
    'plumber',
    uuid,
  ])
    expect(wire).not.toContain(secret)
})

test('an address that no page has is told as that, whatever was typed', async ({ page, visit }) => {
  await page.goto('/ada@example.com/secret?token=1')
  await expectHits(page, visit, { hits: ['page_view: accepted, on /404'], now: 'accepted' })
  expect(visit.hits().filter(({ wire }) => /ada|secret|token/.test(wire))).toEqual([])
})

test('where one would go on to after signing in is not told, not even as where one came from', async ({
  page,
  site,
  visit,
}) => {
  await page.goto('/login?next=%2Fshare%2Fsecret-id')
  await expectHits(page, visit, { hits: ['page_view: accepted, on /login'], now: 'accepted' })
  await page.evaluate(() => location.assign('/terms?from=secret-id'))
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await expectHits(page, visit, { hits: ['page_view: accepted, on /terms'], now: 'accepted' })
  expect(visit.hits().map(({ referrer }) => referrer)).toContain(`${site.url}/login`)
  expect(visit.hits().filter(({ wire }) => wire.includes('secret-id'))).toEqual([])
})

test('the code of a mailed link is not told, not even as where one came from', async ({ page, visit }) => {
  await page.goto('/auth/action?mode=signIn&oobCode=secret-code')
  await expectHits(page, visit, { hits: ['page_view: accepted, on /auth/action'], now: 'accepted' })
  await page.evaluate(() => location.assign('/terms'))
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await expectHits(page, visit, { hits: ['page_view: accepted, on /terms'], now: 'accepted' })
  expect(visit.hits().length).toBeGreaterThan(1)
  expect(visit.hits().filter(({ wire }) => /secret-code|oobCode/.test(wire))).toEqual([])
})

test('of another site that led here only its name is told', async ({ page, site, visit }) => {
  await page.goto('https://www.googletagmanager.com/somewhere?query=secret-word')
  await page.evaluate((address) => {
    const meta = document.createElement('meta')
    Object.assign(meta, { name: 'referrer', content: 'unsafe-url' })
    document.head.append(meta)
    location.assign(address)
  }, `${site.url}/terms`)
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  expect(await page.evaluate(() => document.referrer)).toContain('secret-word')
  await expectHits(page, visit, { hits: ['page_view: accepted, on /terms'], now: 'accepted' })
  const referrers = new Set(visit.hits().map(({ referrer }) => referrer))
  expect([...referrers]).toEqual(['https://www.googletagmanager.com'])
  expect(visit.hits().filter(({ wire }) => wire.includes('secret-word'))).toEqual([])
})
