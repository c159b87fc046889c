import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { createClient } from '../support/note-calls'
import { openNotesAs, openNotesAsNewAccount } from '../support/visitor'

/** Browsers print the 404 of a missing note. */
test.use({ expectedErrors: /404 \(Not Found\)/ })

test('deleted notes are in the trash, to be restored or deleted for good', async ({ page, site }) => {
  const account = await createAccount(site)
  const device = await createClient(site, account)
  const ids = []
  for (const title of ['One', 'Two', 'Three'])
    ids.push(await device.write({ title, text: `text of ${title}` }))
  await device.share(ids[0] ?? '')
  for (const id of ids) await device.remove(id)
  await openNotesAs(page, site, account)
  await page.getByRole('link', { name: 'Trash' }).click()
  const deleted = page.getByRole('region', { name: 'Deleted notes' }).getByRole('listitem')
  await expect(deleted.getByRole('heading')).toHaveText(['Three', 'Two', 'One'])
  await expect(deleted.first()).toContainText('30 days left')
  await expect(deleted.filter({ hasText: 'turns its link back on' }).getByRole('heading')).toHaveText('One')
  await expectAccessible(page)
  await deleted.first().getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Three' })).toBeVisible()
  await page.goto('/app/trash')
  await deleted.first().getByRole('button', { name: 'Delete for good' }).click()
  await expect(deleted.getByRole('heading')).toHaveText(['One'])
  await page.getByText('Empty the trash').click()
  await page.getByRole('button', { name: 'Delete it for good' }).click()
  await expect(page.getByText('Notes you delete stay here for 30 days.')).toBeVisible()
})

test('a missing note has its own 404 page, and an unknown path the general one', async ({ page, site }) => {
  await openNotesAsNewAccount(page, site)
  const response = await page.goto('/app/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There’s no note here' })).toBeVisible()
  expect((await page.goto('/app/elsewhere'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})
