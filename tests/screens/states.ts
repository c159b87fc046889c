/** Ways into a state of a page, which `signed-out.ts` and `signed-in.ts` name. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openAccount, openCollapsedAccount, startOnAccount } from '../support/account-page'
import { type Account, changeAccount, createAccount } from '../support/accounts'
import { expect } from '../support/fixtures'
import { editNote, openNote } from '../support/notes-page'
import type { Site } from '../support/site'
import { accountMenu, openNotesAs, openNotesAsNewAccount, waitForSignInForm } from '../support/visitor'

export type State = (page: Page, site: Site) => Promise<void>

export const at =
  (path: string): State =>
  async (page) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }

export const errorPage =
  (path: string): State =>
  async (page) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
  }

/** For `page.route`: whoever asks waits. */
export const neverRespond = () => undefined

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

export const form =
  (path: string, then: State = async () => undefined): State =>
  async (page, site) => {
    await page.goto(path)
    await waitForSignInForm(page)
    await then(page, site)
  }

/** Somebody's notes page with these notes, saved as their own browser would. */
export const notes =
  (texts: readonly string[], then: State = async () => undefined): State =>
  async (page, site) => {
    const { userId } = await openNotesAsNewAccount(page, site)
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

/** Changes the note elsewhere while it is written here. */
export const createConflict: State = async (page) => {
  await openNote(page, 'Plan')
  const field = await editNote(page)
  const path = `/api/notes/${page.url().split('/').at(-1)}`
  const { note } = await (await page.request.get(path)).json()
  const { userId } = await (await page.request.get('/api/session')).json()
  const data = { title: note.title, text: 'Meet at ten', base: note.version, userId }
  expect((await page.request.put(path, { data })).status()).toBe(200)
  await field.fill('Meet at noon')
  await expect(page.getByText('Both are kept')).toBeVisible()
}

export const collapsedAccount = async (page: Page, site: Site) => {
  await openNotesAs(page, site, await createAccount(site))
  await openCollapsedAccount(page)
}

/** The account of a beginning has a verified address, which a second factor needs. */
export const withVerifiedEmail =
  (begin: (page: Page, site: Site) => Promise<Account>) =>
  async (page: Page, site: Site): Promise<void> => {
    const { userId } = await begin(page, site)
    await changeAccount(site, userId, { emailVerified: true })
    await openAccount(page)
  }

export const onAccount =
  (then: State, begin: (page: Page, site: Site) => Promise<unknown> = startOnAccount): State =>
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
