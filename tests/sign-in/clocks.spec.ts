/** Visitors whose clock is wrong: the site never compares it with the provider's or its own. */
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { expectSaved, rows, startNote } from '../support/notes-page'
import { signIn } from '../support/visitor'

const day = 24 * 3_600_000

for (const { clock, aheadMs } of [
  { clock: 'a day ahead', aheadMs: day },
  { clock: 'a day behind', aheadMs: -day },
])
  test(`with a clock ${clock} a visitor signs in, and a saved note was saved just now`, async ({
    page,
    site,
  }) => {
    const { email, password } = await createAccount(site)
    await page.clock.install({ time: Date.now() + aheadMs })
    await signIn(page, { email, password })
    await (await startNote(page)).fill('Milk')
    await page.clock.runFor(2_000)
    await expectSaved(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto('/app')
    await expect(rows(page, 'Milk')).toContainText('Saved just now')
  })
