import { accountOn, startOnAccount } from '../support/account-page'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'

test.use({ expectedErrors: /400 \(Bad Request\)/ })

test('axe finds no fault on the account page, its messages and its dialog, and nothing is cut off', async ({
  page,
  site,
}) => {
  await startOnAccount(page, site)
  const on = accountOn(page)
  await on.name.fill('x'.repeat(201))
  await on.saveName.click()
  await on.newPassword.fill('12345')
  await on.changePassword.click()
  await expect(on.password.getByText('Choose a longer password')).toBeVisible()
  await on.verify.click()
  await expect(page.getByText('We’ve sent a link to')).toBeVisible()
  await expectAccessible(page)
  await on.startDeletion.click()
  await on.currentPassword.fill('not this one')
  await on.deleteAll.click()
  await expect(on.dialogProblem).toContainText('Wrong password')
  await expectAccessible(page)
})
