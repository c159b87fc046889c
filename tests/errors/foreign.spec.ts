/** Extensions and proxies change a page before its scripts run, so that React renders it again. */
import { EventEmitter, once } from 'node:events'
import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { signInWithoutForm, waitForSignInForm } from '../support/visitor'

test.use({ expectedErrors: /Minified React error #418|Error \d of three/ })

/** Opens a page whose scripts wait. Returns how to let them go. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const scripts = new EventEmitter()
  const released = once(scripts, 'released')
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await released
    await route.fallback()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return () => void scripts.emit('released')
}

/** As a password manager does. */
async function addIcons(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const field of document.querySelectorAll('input, textarea')) {
      const icon = document.createElement('div')
      icon.dataset.lastpassIconRoot = ''
      field.after(icon)
    }
  })
}

/** Collects what the page says when React renders it again, and reports to the log. */
function watchPage(page: Page) {
  const seen = { mismatches: 0, reports: 0 }
  page.on('pageerror', ({ message }) => {
    if (message.includes('#418')) seen.mismatches += 1
  })
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/errors') seen.reports += 1
  })
  return seen
}

test('what was typed beside an extension’s element stays, with the focus, and signs in', async ({
  page,
  site,
}) => {
  const { email, password } = await createAccount(site)
  const seen = watchPage(page)
  const release = await openWithoutScripts(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await addIcons(page)
  release()
  await waitForSignInForm(page)
  await expect(page.locator('[data-lastpass-icon-root]')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue(password)
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app')
  expect(seen.mismatches).toBeGreaterThan(0)
  expect(seen.reports).toBe(0)
})

test('a note typed beside an extension’s element is saved', async ({ page, site }) => {
  await signInWithoutForm(page, site, await createAccount(site))
  const seen = watchPage(page)
  const release = await openWithoutScripts(page, '/app/new')
  await page.getByLabel('Title').fill('Groceries')
  await page.getByRole('textbox', { name: 'Note' }).fill('Milk')
  await addIcons(page)
  release()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(seen.mismatches).toBeGreaterThan(0)
  await page.goto('/app')
  await expect(page.getByRole('link', { name: 'Groceries' })).toBeVisible()
})

test('errors of extensions aren’t reported, one of ours is', async ({ page, site }) => {
  await page.goto('/login')
  await waitForSignInForm(page)
  const places = ['safari-web-extension://a/b.js', 'webkit-masked-url://hidden/', `${site.url}/_next/a.js`]
  await page.evaluate((places) => {
    for (const [index, place] of places.entries())
      setTimeout(() => {
        throw Object.assign(new Error(`Error ${index} of three`), { stack: `run@${place}:1:1` })
      })
  }, places)
  const reported = () => site.records().filter(({ message }) => /^Error \d of three/.test(String(message)))
  await expect.poll(() => reported().map(({ message }) => message)).toEqual(['Error 2 of three'])
})
