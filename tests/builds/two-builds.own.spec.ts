/** Two successive builds behind one address: pages of the first continue with the second. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { describeConsent } from '@/lib/consent/record'
import { test } from '../support/browser'
import { editedBuild } from '../support/builds/edited-build'
import { refusal, rememberRefusal } from '../support/fixtures'
import { reservePort } from '../support/ports'
import { startSite } from '../support/site'

/** Configured for the form, where nobody signs in, and for the link to the contact page. */
const env = {
  FIREBASE_WEBAPP_CONFIG: '{"apiKey":"demo-key","projectId":"demo-two-builds"}',
  CONTACT_EMAIL: 'hello@example.com',
}

async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  const manifest = page.waitForResponse('**/builds/meta/*.json')
  await page.goto(url)
  expect((await manifest).status()).toBe(200)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  return page
}

test('tabs of an old build continue with the next one, and keep what was typed', async ({ context }) => {
  test.setTimeout(500_000)
  await context.addInitScript(rememberRefusal, describeConsent(refusal))
  const nextFolder = await editedBuild()
  const port = await reservePort()
  let site = await startSite({ port, env })
  try {
    const reader = await openTab(context, `${site.url}/`)
    const form = await openTab(context, `${site.url}/login`)
    await form.getByLabel('Email').fill('half@example.com')
    await site.stop()
    site = await startSite({ folder: nextFolder, port, env })

    await test.step('a page that hasn’t polled follows links without an error', async () => {
      for (const name of ['Terms', 'Privacy', 'Contact']) {
        await reader.getByRole('link', { name, exact: true }).click()
        await expect(reader).toHaveURL(`${site.url}/${name.toLowerCase()}`)
        await expect(reader.getByRole('heading', { level: 1 })).toContainText(name)
      }
      await reader.getByRole('link', { name: 'Sign in' }).first().click()
      await expect(reader.getByLabel('Email')).toBeVisible()
    })

    await test.step('a missing chunk reloads the page, with what was typed', async () => {
      await form.getByRole('button', { name: 'Cookie settings' }).click()
      await form.waitForFunction(() => !('isSameDocument' in window))
      await expect(form.getByLabel('Email')).toHaveValue('half@example.com')
      await form.getByRole('button', { name: 'Cookie settings' }).click()
      await expect(form.getByRole('dialog')).toBeVisible()
    })
  } finally {
    await site.stop()
  }
})
