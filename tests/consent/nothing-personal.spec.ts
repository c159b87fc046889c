import { randomUUID } from 'node:crypto'
import { createAccount } from '../support/accounts'
import { all, storeEarlierChoice } from '../support/consent-page'
import { expectSaved, startNote } from '../support/notes-page'
import { expect, expectHits, test } from '../support/tagged-site'
import { signIn } from '../support/visitor'

test.use({ expectedErrors: /404 \(Not Found\)/ })

test.beforeEach(async ({ page }) => {
  await storeEarlierChoice(page, 'accept_all', all)
})

test('no hit has anything of the account, of a note or of a shared link', async ({ page, site, visit }) => {
  // The form's own view is sent once the tag is there, and nobody signs in before that.
  await page.route('**/v1/accounts:signInWithPassword*', async (route) => {
    await expect.poll(() => visit.hits().length).toBeGreaterThan(0)
    await route.continue()
  })
  const account = await createAccount(site)
  await signIn(page, account)
  await expect.poll(() => visit.hits().some(({ location }) => location.endsWith('/app'))).toBe(true)
  const field = await startNote(page)
  await expect.poll(() => visit.hits().some(({ location }) => location.endsWith('/app/new'))).toBe(true)
  await field.fill('Call the plumber')
  await expectSaved(page)
  const uuid = randomUUID()
  await page.goto(`/share/${uuid}?from=${account.userId}`)
  await expectHits(page, visit, { hits: ['page_view: accepted, on /share/uuid'], now: 'accepted' })
  await page.goto(`/contact?mail=${account.email}#${account.userId}`)
  await expectHits(page, visit, { hits: ['page_view: accepted, on /contact'], now: 'accepted' })

  const hits = visit.hits()
  const views = hits.filter(({ name }) => name === 'page_view').map(({ location }) => location)
  const paths = ['/login', '/app', '/app/new', '/app/uuid', '/share/uuid', '/contact']
  expect(views).toEqual(paths.map((path) => site.url + path))
  expect(hits.filter((hit) => hit.location !== site.url + new URL(hit.location).pathname)).toEqual([])
  const wire = hits.map((hit) => hit.wire).join('\n')
  const { userId, email } = account
  for (const secret of [userId, email, email.split('@')[0], 'plumber', uuid])
    expect(wire).not.toContain(secret)
})

test('a URL in a hit only says which page it is, also as a referrer', async ({ page, site, visit }) => {
  const goOn = (address: string) => page.evaluate((address) => location.assign(address), site.url + address)
  const goOnToTerms = async (query = '') => {
    await goOn(`/terms${query}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
    await expectHits(page, visit, { hits: ['page_view: accepted, on /terms'], now: 'accepted' })
  }
  const expectNothingOf = (secrets: RegExp) =>
    expect(visit.hits().filter(({ wire }) => secrets.test(wire))).toEqual([])
  const referrers = () => visit.hits().map(({ referrer }) => referrer)

  await test.step('an unknown path', async () => {
    await page.goto('/ada@example.com/secret?token=1')
    await expectHits(page, visit, { hits: ['page_view: accepted, on /404'], now: 'accepted' })
    expectNothingOf(/ada|secret|token/)
  })

  await test.step('a return path, and the code of a mailed link', async () => {
    await page.goto('/login?next=%2Fshare%2Fsecret-id')
    await expectHits(page, visit, { hits: ['page_view: accepted, on /login'], now: 'accepted' })
    await goOn('/auth/action?mode=signIn&oobCode=secret-code')
    await expectHits(page, visit, { hits: ['page_view: accepted, on /auth/action'], now: 'accepted' })
    expect(referrers()).toContain(`${site.url}/login`)
    await goOnToTerms('?from=secret-id')
    expectNothingOf(/secret-id|secret-code|oobCode/)
  })

  await test.step('another site, of which only the origin is reported', async () => {
    await page.goto('https://www.googletagmanager.com/somewhere?query=secret-word')
    await page.evaluate(() => {
      const meta = document.createElement('meta')
      Object.assign(meta, { name: 'referrer', content: 'unsafe-url' })
      document.head.append(meta)
    })
    await goOnToTerms()
    expect(await page.evaluate(() => document.referrer)).toContain('secret-word')
    expect(referrers()).toContain('https://www.googletagmanager.com')
    expectNothingOf(/secret-word/)
  })
})
