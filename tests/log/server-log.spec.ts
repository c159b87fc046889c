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

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

test('each line of a request has its trace, and no other line has one', async ({ site }) => {
  const { idToken } = await createAccount(site)
  const json = { 'content-type': 'application/json', origin: site.url }
  const report = { reference: '4f9c21ab-7e11', path: '/', rendered: false, causes: [] }
  const body = JSON.stringify({ ...report, name: 'Error', message: 'of a browser', stack: '' })
  const session = { method: 'POST', headers: { authorization: `Bearer ${idToken}` } }
  const asked: [event: string, path: string, request?: RequestInit][] = [
    ['route.unknown', '/nowhere/for/the/trace'],
    ['session.opened', '/api/session', session],
    ['request.cross-site', '/api/session', { ...session, headers: { origin: 'https://evil.example' } }],
    ['error.thrown', '/api/errors', { method: 'POST', headers: json, body }],
  ]
  const found = (requestId: string | null) => site.records().filter((line) => line.requestId === requestId)
  for (const [event, path, request] of asked) {
    const headers = { ...request?.headers, traceparent }
    const traced = await fetch(site.url + path, { ...request, headers })
    await expect.poll(() => found(traced.headers.get('x-request-id'))).toMatchObject([{ event, traceparent }])
    const wrong = { ...headers, traceparent: `${traceparent}-more` }
    const untraced = await fetch(site.url + path, { ...request, headers: wrong })
    const id = untraced.headers.get('x-request-id')
    await expect
      .poll(() => found(id).map((line) => [line.event, line.traceparent]))
      .toEqual([[event, undefined]])
  }
})
