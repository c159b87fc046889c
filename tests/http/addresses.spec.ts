import { randomUUID } from 'node:crypto'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { sessionOf, signInWithoutForm } from '../support/visitor'

/** Where Cloudflare's "Email Address Obfuscation" replaces addresses: in texts and links, not elsewhere. */
function addressesFoundIn(html: string): string[] {
  const rest = html
    .replace(/<(head|script|noscript|textarea|xmp)\b.*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(?!a )[^>]*>/g, '<>')
    .replace(/<a ([^>]*)>/g, (_, attributes) => /href="[^"]*"/.exec(attributes)?.[0] ?? '')
  return rest.match(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g) ?? []
}

test('a proxy finds no email address to replace, which would have React render the page again', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  await signInWithoutForm(page, site, account)
  const { userId } = await sessionOf(page)
  const headers = { origin: site.url }
  const text =
    'Ask bob@example.org, <carol@example.org> or [Dan](mailto:dan@example.org).\n\n    erin@example.org'
  const [kept, deleted] = [randomUUID(), randomUUID()]
  for (const id of [kept, deleted])
    await page.request.put(`/api/notes/${id}`, {
      headers,
      data: { title: 'For ada@example.org', text, base: null, userId },
    })
  const shared = await page.request.put(`/api/notes/${kept}/share`, { headers, data: { endsAt: null } })
  const { id: shareId } = await shared.json()
  await page.request.delete(`/api/notes/${deleted}`, { headers })
  const own = [
    `/app/${kept}`,
    `/share/${shareId}`,
    '/app',
    '/app?search=example',
    '/app/trash',
    '/app/account',
  ]
  for (const path of [
    ...own,
    '/app/new',
    '/',
    '/login',
    '/contact',
    '/privacy',
    '/terms',
    '/debug-config',
    '/no',
  ])
    await test.step(path, async () => {
      const html = await (await page.request.get(path)).text()
      expect(addressesFoundIn(html)).toEqual([])
      if (own.includes(path)) expect(html).toContain(path === '/app/account' ? account.email : 'example.org')
    })
})
