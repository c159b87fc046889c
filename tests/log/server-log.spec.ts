import { createAccount } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'

test('all records begin alike', async ({ site }) => {
  const { idToken } = await createAccount(site)
  await fetch(`${site.url}/nowhere/for/the/log`)
  await fetch(`${site.url}/api/session`, { method: 'POST', headers: { authorization: `Bearer ${idToken}` } })
  const written = (event: string) => site.records().find((record) => record.event === event)
  await expect.poll(() => written('route.unknown') && written('session.opened')).toBeTruthy()
  for (const record of [written('route.unknown'), written('session.opened')]) {
    expect(Object.keys(record ?? {}).slice(0, 4)).toEqual(['level', 'time', 'event', 'requestId'])
    expect(record?.level).toBe('info')
    expect(record?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
})

for (const [asked, logged] of [
  ['/eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0./mail@example.com', '/[token]/[mail]'],
  ['/reset/ada%2540example.com/now', '/reset/[mail]/now'],
]) {
  test(`a path is logged without what it gives away: ${logged}`, async ({ site }) => {
    const response = await fetch(`${site.url}${asked}`)
    const requestId = response.headers.get('x-request-id')
    const found = () => site.records().filter((record) => record.requestId === requestId)
    await expect.poll(found).toMatchObject([{ event: 'route.unknown', path: logged }])
  })
}
