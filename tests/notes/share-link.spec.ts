import { expect, siteTest as test } from '../support/fixtures'

// An id that nothing is shared under ends at a page that is drawn by the browser: `sharing`. Path and reference are added there.
for (const method of ['GET', 'POST']) {
  const asked = method === 'GET' ? 'a malformed id' : 'a malformed id, by a form,'

  test(`a share link with ${asked} ends at the 404 page of any unknown address, with a reference of the log`, async ({
    site,
  }) => {
    const path = '/share/not-a-uuid'
    const response = await fetch(site.url + path, {
      method,
      headers: { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
      ...(method === 'POST' && { body: new URLSearchParams({ text: 'not for us' }) }),
      redirect: 'manual',
    })
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toMatch(/<title>Page Not Found · Foyer<[\s\S]*>Page Not Found<[\s\S]*>Page not found</)
    const requestId = response.headers.get('x-request-id') ?? ''
    const reference = requestId.slice(0, 13)
    expect(response.headers.get('server-timing')).toBe(`reference;desc="${reference}"`)
    const line = () => site.records().find((record) => record.requestId === requestId)
    await expect.poll(line).toMatchObject({ event: 'route.unknown', method, path, status: 404, reference })
  })
}
