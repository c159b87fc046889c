import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { createClient } from '../support/note-calls'
import { noteRead, openNote } from '../support/notes-page'
import { watchViolations } from '../support/pages'
import { openNotesAs } from '../support/visitor'
import { corpus } from './xss-corpus'

// What a browser makes of all payloads; `notes/xss` tests each.
test('a note of all public payloads runs and loads nothing, with or without our CSP', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  const device = await createClient(site, account)
  const text = corpus.filter((payload) => !payload.includes('\0')).join('\n\n')
  const id = await device.write({ title: 'All', text })
  const hits: string[] = []
  page.on('dialog', (dialog) => {
    hits.push(dialog.message())
    void dialog.dismiss()
  })
  await page.exposeFunction('hit', () => hits.push('hit'))

  const violations = await watchViolations(page)
  await openNotesAs(page, site, account)
  await openNote(page, 'All')
  await expect(noteRead(page).getByRole('link', { name: 'b', exact: true }).first()).toBeVisible()
  expect(violations).toEqual([])

  const { html } = await (await page.request.get(`${site.url}/api/notes/${id}`)).json()
  // Ends the notes page's own requests.
  await page.goto('about:blank')
  const home = 'https://elsewhere.test/'
  const asked: string[] = []
  await page.context().route('**', (route) => {
    if (route.request().url() === home)
      return route.fulfill({ contentType: 'text/html', body: `<!doctype html><section>${html}</section>` })
    asked.push(route.request().url())
    return route.abort()
  })
  await page.goto(home)
  const followed = await page.evaluate(async () => {
    const urls: string[] = []
    // Records where each link would lead; a script would run.
    navigation.addEventListener('navigate', (event) => {
      urls.push(new URL(event.destination.url).protocol)
      event.preventDefault()
    })
    for (const element of document.querySelectorAll('section *')) {
      for (const kind of ['mouseover', 'focus', 'load', 'error', 'toggle', 'animationstart'])
        element.dispatchEvent(new Event(kind))
      element.removeAttribute('target')
      if (element instanceof HTMLElement) element.focus()
      if (element instanceof HTMLElement) element.click()
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return urls
  })
  expect(followed.length).toBeGreaterThan(30)
  expect(new Set(followed)).toEqual(new Set(['http:', 'https:', 'mailto:', 'tel:']))
  expect(await page.locator('section').count()).toBe(1)
  expect(hits).toEqual([])
  expect(asked).toEqual([])
})
