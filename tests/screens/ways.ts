/** Ways into a state of a page, which `signed-out.ts` and `signed-in.ts` name. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { beginOnAccount, openClosedAccount } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expect } from '../support/fixtures'
import { editNote, loseNews, noteField } from '../support/notes-editor'
import type { Site } from '../support/site'
import { accountMenu, awaitSignInForm, enter, signInAsSomebody } from '../support/visitor'

export type State = (page: Page, site: Site) => Promise<void>

export const at =
  (path: string): State =>
  async (page) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }

export const failed =
  (path: string): State =>
  async (page) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
  }

/** For `page.route`: whoever asks waits. */
export const unanswered = () => undefined

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

export const form =
  (path: string, then: State = async () => undefined): State =>
  async (page, site) => {
    await page.goto(path)
    await awaitSignInForm(page)
    await then(page, site)
  }

/** Somebody's notes page with these notes, saved as their own browser would. */
export const notes =
  (texts: readonly string[], then: State = async () => undefined): State =>
  async (page, site) => {
    const { userId } = await signInAsSomebody(page, site)
    for (const text of texts) {
      const [title = '', ...lines] = text.split('\n')
      const note = { title, text: lines.join('\n'), base: null, userId }
      const saved = await page.request.put(`/api/notes/${randomUUID()}`, { data: note })
      expect(saved.status()).toBe(200)
    }
    await page.goto('/app')
    await expect(accountMenu(page)).toBeVisible()
    await then(page, site)
  }

/** Changes the note in two tabs, of which this is the second. */
export const writeTwice: State = async (page) => {
  await loseNews(page)
  await page.reload()
  const other = await page.context().newPage()
  await other.goto('/app')
  for (const tab of [other, page]) await editNote(tab, 'Plan')
  await noteField(other).fill('Meet at ten')
  await noteField(other).press('ControlOrMeta+Enter')
  await noteField(page).fill('Meet at noon')
  await expect(page.getByRole('button', { name: 'Keep both' })).toBeVisible()
  await other.close()
}

export const beginClosed = async (page: Page, site: Site) => {
  await enter(page, site, await createAccount(site))
  await openClosedAccount(page)
}

export const onAccount =
  (then: State, begin: (page: Page, site: Site) => Promise<unknown> = beginOnAccount): State =>
  async (page, site) => {
    await begin(page, site)
    await then(page, site)
  }

export const plan =
  'Plan\n## Monday\n- call the bank\n- [ ] water the plants\n\nMeet **at nine**, see [the map](https://example.com).'
export const long = `${'A title that goes on and on '.repeat(6)}\n${'One long paragraph. '.repeat(40)}`
export const rightToLeft = 'رسالة\nهذا نص من اليمين إلى اليسار.'
export const many = Array.from(
  { length: 60 },
  (_, number) => `Note ${number + 1}\nWords of note ${number + 1}.`,
)
