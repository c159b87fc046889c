import { createAccount } from '../accounts'
import { expect, siteTest as test } from '../fixtures'

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

test('what a browser reports does nothing to the terminal that shows the log', async ({ site }) => {
  const words = 'x\u001b[2J\u009b31m\u007f\u202e\u2028\u200b\ufeff'
  const facts = { name: words, message: words, stack: words }
  const report = { reference: '00000000-0009', path: `/${words}`, rendered: false, ...facts, causes: [facts] }
  const headers = { 'content-type': 'application/json', origin: site.url }
  await fetch(`${site.url}/api/errors`, { method: 'POST', headers, body: JSON.stringify(report) })
  const found = () => site.lines().filter((line) => line.includes('"00000000-0009"'))
  await expect.poll(found).toHaveLength(1)
  expect(found()[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(JSON.parse(found()[0] ?? '')).toMatchObject(report)
})
