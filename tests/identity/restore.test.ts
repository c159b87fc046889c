/** What counts as the provider's answer about a stored user, while the SDK restores it. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepUserUnlessRefused } from '@/lib/browser/identity/firebase/restore'

const lookup = 'https://identitytoolkit.googleapis.com/v1/accounts:lookup?key=some'

/** Answers in place of the provider. Returns how to end the restoration. */
function startRestoring(answer: () => Response): () => Promise<void> {
  vi.stubGlobal('fetch', async () => answer())
  onTestFinished(() => void vi.unstubAllGlobals())
  const restoring = new EventTarget()
  const restored = new Promise<void>((resolve) =>
    restoring.addEventListener('end', () => resolve(), { once: true }),
  )
  keepUserUnlessRefused(restored)
  return async () => {
    restoring.dispatchEvent(new Event('end'))
    await restored
  }
}

const refusal = (status: number, message: string) => () =>
  Response.json({ error: { code: status, message } }, { status })

test.each<[what: string, answer: () => Response]>([
  ['an error of the provider', refusal(503, 'BACKEND_ERROR')],
  ['too many requests', refusal(429, 'RESOURCE_EXHAUSTED')],
  ['too many tries', refusal(400, 'TOO_MANY_ATTEMPTS_TRY_LATER : Try again later.')],
  ['a quota', refusal(400, 'QUOTA_EXCEEDED : Exceeded quota.')],
  ['a refused API key', refusal(400, 'API key not valid. Please pass a valid API key.')],
  ['a refused site', refusal(403, 'Requests from referer https://foyer.test are blocked.')],
  ['an error without words', () => Response.json({}, { status: 400 })],
  ['a page of a proxy', () => new Response('<h1>Sign in to this network</h1>')],
  ['an answer without a user', () => Response.json({})],
  ['nothing', () => new Response(null, { status: 204 })],
])('%s counts as a broken connection', async (_, answer) => {
  startRestoring(answer)
  await expect(fetch(lookup)).rejects.toThrow(TypeError)
})

test.each<[what: string, answer: () => Response]>([
  ['a user', () => Response.json({ users: [{ localId: 'ada' }] })],
  ['a token', () => Response.json({ access_token: 'a.b.c' })],
  ['a disabled user', refusal(400, 'USER_DISABLED')],
  ['a refusal with words', refusal(400, 'INVALID_ID_TOKEN : The user was deleted.')],
])('%s is an answer, and reaches the SDK whole', async (_, answer) => {
  startRestoring(answer)
  const response = await fetch(lookup)
  expect([response.status, await response.json()]).toEqual([answer().status, await answer().json()])
})

test('other requests, and those after the restoration, are answered as they are', async () => {
  const end = startRestoring(refusal(503, 'BACKEND_ERROR'))
  for (const url of ['/api/session', lookup.replace('lookup', 'signInWithPassword')])
    expect((await fetch(url)).status).toBe(503)
  await end()
  expect((await fetch(lookup)).status).toBe(503)
})
