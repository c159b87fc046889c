import { randomUUID } from 'node:crypto'
import * as brand from '@/lib/site/brand'
import { expect, siteTest as test } from '../support/fixtures'
import { createClient, readJson } from '../support/note-calls'

test('a link shows the note to anyone signed in', async ({ site }) => {
  const [owner, reader] = [await createClient(site), await createClient(site)]
  const { shareId } = await owner.writeShared('for **friends**')
  for (const client of [owner, reader]) {
    const response = await client.openLink(shareId)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const html = await response.text()
    expect(html).toContain('for <strong>friends</strong>')
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).toContain(`<title>${brand.pageTitle('Shared note')}</title>`)
    expect(html.includes('Copy to my notes'), 'not for the owner').toBe(client !== owner)
    expect(html).not.toContain('visitor-')
  }
  expect((await reader.openLink(shareId.toUpperCase())).status).toBe(200)
})

test('absent, deleted, expired, foreign and malformed links are the same 404', async ({ site }) => {
  const [owner, reader] = [await createClient(site), await createClient(site)]
  const deleted = await owner.writeShared('deleted')
  expect((await owner.call('DELETE', `${deleted.id}/share`)).status).toBe(204)
  const expired = await owner.writeShared('expired')
  await owner.share(expired.id, new Date(Date.now() + 1_000).toISOString())
  await expect.poll(async () => (await owner.read(expired.id)).note.share.hasEnded).toBe(true)
  const live = await owner.writeShared('live')
  for (const id of [randomUUID(), deleted.shareId, expired.shareId, live.id, 'not-a-uuid']) {
    const response = await reader.openLink(id)
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain(`<title>${brand.pageTitle('This link doesn’t work')}</title>`)
    expect(html).toMatch(
      /<main id="main">.*<h1>This link doesn’t work<.*>It may have expired or been turned off\.<.*<\/main>/,
    )
    expect(html).toContain('<meta name="robots" content="noindex"')
    for (const text of ['deleted', 'expired', 'live']) expect(html).not.toContain(`>${text}<`)
    if (id === 'not-a-uuid') continue
    const line = () => site.records().find((record) => record.path === `/share/${id}`)
    await expect.poll(line).toMatchObject({ event: 'page.not-found', method: 'GET', status: 404 })
  }
  const bot = await reader.openLink(deleted.shareId, { 'user-agent': 'Googlebot/2.1' })
  expect([bot.status, (await bot.text()).includes('<h1')]).toEqual([404, false])
  const created = await owner.share(deleted.id)
  expect(created.id).not.toBe(deleted.shareId)
  expect((await reader.openLink(deleted.shareId)).status).toBe(404)
  expect((await reader.openLink(created.id)).status).toBe(200)
})

test('a reader copies a note once, and keeps the copy when the link ends', async ({ site }) => {
  const [owner, reader] = [await createClient(site), await createClient(site)]
  const { id, shareId } = await owner.writeShared('to keep')
  const copy = (headers: Record<string, string>) =>
    fetch(`${site.url}/api/shares/${shareId}/copy`, { method: 'POST', headers, redirect: 'manual' })
  const cookie = { cookie: `__session=${reader.cookie}` }
  for (const [status, headers, words] of [
    [401, {}, 'Your session has ended'],
    [403, { ...cookie, 'sec-fetch-site': 'cross-site' }, 'sent from another site'],
  ] as const) {
    const refused = await copy(headers)
    expect(refused.status).toBe(status)
    const html = await refused.text()
    expect(html).toContain(words)
    expect(html).not.toContain('to keep')
  }
  const first = await copy(cookie)
  const location = first.headers.get('location')
  expect([first.status, location]).toEqual([303, expect.stringMatching(/^\/app\/[\da-f-]{36}\?done=copied$/)])
  const copied = await fetch(site.url + location, { headers: cookie })
  expect(await copied.text()).toContain('Copied to your notes.')
  const copyId = location?.slice('/app/'.length).split('?')[0] ?? ''
  await readJson(reader.put(copyId, { title: 'Plan', text: 'to keep, mine', base: 1 }))
  expect((await copy(cookie)).headers.get('location'), 'there already').toBe(`/app/${copyId}`)
  await reader.call('DELETE', copyId)
  expect((await copy(cookie)).headers.get('location')).toBe(`/app/${copyId}?done=restored`)
  await owner.call('DELETE', id)
  const kept = { id: copyId, title: 'Plan', start: 'to keep, mine', version: 2 }
  expect(await reader.read('')).toMatchObject({ notes: [kept] })
  const gone = await copy(cookie)
  expect([gone.status, gone.headers.get('location')]).toEqual([303, `/share/${shareId}`])
})
