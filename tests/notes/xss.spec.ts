import { randomUUID } from 'node:crypto'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
import { corpus } from './xss-corpus'

/** All that a rendered note consists of. */
const allowed: Record<string, RegExp> = {
  a: /^(href|target|rel|title)$/,
  '(div|table|thead|tbody|tr|ul|ol|li|p|h[3-6]|blockquote|pre|code|strong|em|s|br|hr|th|td)':
    /^(dir|tabindex|role|aria-label|data-align|data-check|start)$/,
}

test('of the public payloads none runs or loads anything, without any policy to stop it', async ({
  page,
  site,
}) => {
  expect(corpus.length).toBeGreaterThanOrEqual(100)
  const asked: string[] = []
  const dialogs: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => dialogs.push(dialog.message()))
  await page.exposeFunction('hit', () => dialogs.push('hit'))
  const half = corpus.length / 2
  const rendered = [
    ...(await render(site, corpus.slice(0, half))),
    ...(await render(site, corpus.slice(half))),
  ]
  await page.setContent(rendered.map((html) => `<section>${html}</section>`).join('\n'))
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('section *')].map((element) => ({
      name: element.localName,
      attributes: [...element.attributes].map(({ name }) => name),
      link: element.getAttribute('href'),
    })),
  )
  expect(await page.locator('section').count()).toBe(corpus.length)
  for (const { name, attributes, link } of found) {
    const [, fitting] = Object.entries(allowed).find(([names]) => new RegExp(`^${names}$`).test(name)) ?? []
    expect(fitting, name).toBeDefined()
    for (const attribute of attributes) expect(attribute).toMatch(fitting ?? /^$/)
    if (link !== null) expect(link).toMatch(/^(https?|mailto|tel):/)
  }
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('section *'))
      for (const kind of ['mouseover', 'focus', 'load', 'error', 'toggle'])
        element.dispatchEvent(new Event(kind))
  })
  expect(dialogs).toEqual([])
  expect(asked).toEqual([])
})

/** By the site, each in a note of its own. */
async function render(site: Site, texts: readonly string[]): Promise<string[]> {
  const { idToken, userId } = await createAccount(site)
  const cookie = `__session=${sessionCookieOf(await postToken(site, idToken)).value}`
  const rendered: string[] = []
  for (const text of texts) {
    const url = `${site.url}/api/notes/${randomUUID()}`
    const body = JSON.stringify({ title: '', text, base: null, userId })
    expect((await fetch(url, { method: 'PUT', headers: { cookie }, body })).status, text).toBe(200)
    rendered.push((await (await fetch(url, { headers: { cookie } })).json()).html)
  }
  return rendered
}
