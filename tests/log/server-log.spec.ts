import { createAccount } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'

test('all records start with the same fields', async ({ site }) => {
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
