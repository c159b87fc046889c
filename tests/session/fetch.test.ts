import { expect, test, vi } from 'vitest'
import { repeatAfterRenewal } from '@/lib/browser/session/fetch'

const done = () => new Response('done')
const refusal = (status: number, body: string) => new Response(body, { status })

const cases: [what: string, first: Response, renews: boolean, sends: number, status: number][] = [
  ['an answer is handed on', done(), true, 1, 200],
  ['no session: renewed and sent once more', refusal(401, '{"code":"no-session"}'), true, 2, 200],
  ['an expired one: renewed and sent once more', refusal(401, '{"code":"session-expired"}'), true, 2, 200],
  ['no renewal: the refusal is handed on', refusal(401, '{"code":"no-session"}'), false, 1, 401],
  ['a 401 of another meaning is handed on', refusal(401, '{"code":"wrong-password"}'), true, 1, 401],
  ['a 401 that is no JSON is handed on', refusal(401, '<html>'), true, 1, 401],
  ['a 403 is handed on', refusal(403, '{"code":"no-session"}'), true, 1, 403],
]

test.each(cases)('%s', async (_, first, renews, sends, status) => {
  const send = vi.fn(async () => done()).mockResolvedValueOnce(first)
  const response = await repeatAfterRenewal(send, async () => renews)
  expect(send).toHaveBeenCalledTimes(sends)
  expect(response.status).toBe(status)
  expect(response.bodyUsed).toBe(false)
})

test('a second refusal is handed on: nothing is sent a third time', async () => {
  const send = vi.fn(async () => refusal(401, '{"code":"no-session"}'))
  const response = await repeatAfterRenewal(send, async () => true)
  expect(send).toHaveBeenCalledTimes(2)
  expect(response.status).toBe(401)
})
