import { afterEach, expect, test, vi } from 'vitest'
import { endOneSession } from '@/lib/browser/account/sessions'
import type { PublicConfig } from '@/lib/config/config'

afterEach(() => vi.unstubAllGlobals())

test.each<[what: string, answer: () => Response, hasEnded: boolean]>([
  ['the server ends it', () => new Response(null, { status: 204 }), true],
  ['it has ended before', () => Response.json({ code: 'no-such-session' }, { status: 404 }), true],
  ['a proxy has no such page', () => new Response('<h1>Not found</h1>', { status: 404 }), false],
  ['the database is away', () => Response.json({ code: 'database-unavailable' }, { status: 503 }), false],
])('whether another session has ended if %s', async (_, answer, hasEnded) => {
  vi.stubGlobal('fetch', async () => answer())
  expect(await endOneSession({} as PublicConfig, 'some-id')).toBe(hasEnded)
})
