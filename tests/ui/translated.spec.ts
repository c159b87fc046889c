/** Pages keep working when a translator, such as Google Translate, wraps their texts in elements of its own. */
import type { Page } from '@playwright/test'
import { accountOn, rowValue, startOnAccount } from '../support/account-page'
import { expect, newCredentials, test } from '../support/fixtures'
import { createClient } from '../support/note-calls'
import { editNote, expectSaved, saveStatus, writeNote } from '../support/notes-page'
import { accountMenu, openNotesAsNewAccount, signOut, waitForSignInForm } from '../support/visitor'

test.use({ expectedErrors: /net::ERR_|409 \(Conflict\)|400 \(Bad Request\)/ })

/** Wraps all texts, and each new one. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrap = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest('script,style,textarea,font')) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(wrap)
    }
    wrapAll(document.body)
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Text) wrap(node)
        else if (node.nodeName !== 'FONT') wrapAll(node)
    }).observe(document.body, { childList: true, subtree: true })
  })
}

test('the editor shows each state of saving', async ({ page, site, context }) => {
  const account = await openNotesAsNewAccount(page, site)
  await writeNote(page, 'Plan', 'Meet at nine')
  await page.reload()
  await expect(accountMenu(page)).toBeVisible()
  await translate(page)
  const field = await editNote(page)
  await field.fill('')
  await expectSaved(page)
  await field.fill('x'.repeat(102_401))
  await expect(page.getByText('Notes can be up to 100 KB').first()).toBeVisible()
  await field.fill('Meet at ten')
  await expectSaved(page)
  await context.setOffline(true)
  await field.pressSequentially(' or later')
  await expect(saveStatus(page)).toHaveText(/^Not saved: you’re offline/)
  await context.setOffline(false)
  await expectSaved(page)

  const device = await createClient(site, account)
  await device.change(page.url().split('/').at(-1) ?? '', 'Meet at noon')
  await field.fill('Meet at midnight')
  await expect(page.getByText('Both are kept: yours is this copy')).toBeVisible()
  await expectSaved(page)
  await field.press('Escape')
  await expect(page.getByText('Meet at midnight')).toBeVisible()
})

test('the account page, a share link and the cookie dialog show what has changed', async ({ page, site }) => {
  await startOnAccount(page, site)
  await translate(page)
  const account = accountOn(page)

  await test.step('account', async () => {
    await account.name.fill('Zoë')
    await account.saveName.click()
    await expect(account.about.getByText('Name saved.')).toBeVisible()
    await expect(rowValue(page, 'About you').first()).toHaveText('Zoë')
    await account.newPassword.fill('short')
    await account.changePassword.click()
    await account.newPassword.fill('quite another one')
    await account.changePassword.click()
    await expect(page.getByText('Password changed.')).toBeVisible()
    await account.startDeletion.click()
    await account.cancel.click()
    await expect(account.deletion).toBeHidden()
  })

  await test.step('cookie dialog and theme', async () => {
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Manage Cookie Preferences' })
    await dialog.getByRole('button', { name: 'Save Preferences' }).click()
    await expect(dialog).toBeHidden()
    await page.getByLabel('Theme').selectOption('dark')
  })

  await test.step('notes, by a soft navigation', async () => {
    await accountMenu(page).click()
    await page.getByRole('link', { name: 'Your notes', exact: true }).click()
    await writeNote(page, 'Plan', 'Meet at nine')
    await translate(page)
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(page.getByText('Sharing stopped.')).toBeVisible()
  })

  await test.step('sign-out, and a mail that is asked for', async () => {
    await signOut(page)
    await expect(page).toHaveURL('/')
    await page.goto('/login')
    await waitForSignInForm(page)
    await translate(page)
    await page.getByLabel('Email').fill(newCredentials().email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByText('we’ve sent it a link')).toBeVisible()
  })
})

test('the sign-in form’s texts follow its buttons', async ({ page }) => {
  await page.goto('/login')
  await waitForSignInForm(page)
  await translate(page)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Create an account' }).click()
  await expect(main.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Create account', exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'Show password' }).click()
  await expect(main.getByRole('button', { name: 'Hide password' })).toBeVisible()
  await page.getByLabel('Password').fill('short')
  await page.getByLabel('Password').fill('a much longer passphrase')
  await main.getByRole('link', { name: 'Sign in' }).click()
  await expect(main.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  const { email } = newCredentials()
  for (const password of ['wrong password', 'wrong again']) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await main.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(main.getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible()
  }
})
