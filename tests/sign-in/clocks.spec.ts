/** Visitors whose clock is wrong: the site never compares it with the provider's or its own. */
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { expectSaved, writeNote } from '../support/notes-page'
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
    await writeNote(page, 'Milk')
    await page.clock.runFor(2_000)
    await expectSaved(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: 'Milk' })).toContainText('Saved just now')
  })
