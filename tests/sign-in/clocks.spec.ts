/** Visitors whose clock is wrong: the site never compares it with the provider's or its own. */
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { expectSaved, rows, startNote } from '../support/notes-page'
import { signIn } from '../support/visitor'

const minute = 60_000
const day = 24 * 60 * minute

for (const { clock, aheadMs } of [
  { clock: 'six minutes ahead', aheadMs: 6 * minute },
  { clock: 'a day ahead', aheadMs: day },
  { clock: 'a day behind', aheadMs: -day },
])
  test(`by a clock ${clock} a visitor signs in, and what they save was saved just now`, async ({
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
