/** The editor keeps working when a translator wraps its texts in elements of its own. Of all files: `architecture`. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { createClient } from '../support/note-calls'
import { editNote, expectSaved, noteRead, saveStatus, writeNote } from '../support/notes-page'
import { accountMenu, openNotesAsNewAccount } from '../support/visitor'

test.use({ expectedErrors: /net::ERR_|409 \(Conflict\)/ })

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
  await expect(noteRead(page).getByText('Meet at midnight')).toBeVisible()
})
