/** Steps that bring a page into a state. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures'
import type { Site } from '../support/site'
import { accountMenu, openNotesAsNewAccount, waitForSignInForm } from '../support/visitor'

export type Step = (page: Page, site: Site) => Promise<unknown>

/** One step after the other. */
export const after =
  (...steps: readonly Step[]): Step =>
  async (page, site) => {
    for (const step of steps) await step(page, site)
  }

export const goTo =
  (path: string): Step =>
  (page) =>
    page.goto(path)

export const at = (path: string): Step => after(goTo(path), (page) => page.waitForLoadState('networkidle'))

export const form = (path: string): Step => after(goTo(path), waitForSignInForm)

export const click =
  (name: string | RegExp, role: 'button' | 'link' = 'button'): Step =>
  (page) =>
    page.getByRole(role, { name, exact: true }).first().click()

export const fill =
  (label: string, text: string): Step =>
  (page) =>
    page.getByLabel(label).fill(text)

export const sees =
  (role: 'button' | 'dialog' | 'heading' | 'img', name: string | RegExp = /./): Step =>
  (page) =>
    expect(page.getByRole(role, { name }).first()).toBeVisible()

export const seesText =
  (text: string | RegExp): Step =>
  (page) =>
    expect(page.getByText(text).first()).toBeVisible()

export const errorPage = (path: string) => after(goTo(path), sees('heading', 'Internal Server Error'))

/** The notes page of a new account with these notes, saved as its own browser would. */
export const notes =
  (...texts: readonly string[]): Step =>
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
  }

export const plan =
  'Plan\n## Monday\n- call the bank\n- [ ] water the plants\n\nMeet **at nine**, see [the map](https://example.com).'
export const long = `${'A title that goes on and on '.repeat(6)}\n${'One long paragraph. '.repeat(40)}`
export const rightToLeft = 'رسالة\nهذا نص من اليمين إلى اليسار.'
export const many = Array.from({ length: 60 }, (_, index) => `Note ${index + 1}\nWords of note ${index + 1}.`)
