import { afterEach, expect, test, vi } from 'vitest'
import type { ProviderUserId } from '@/lib/server/database/ids'
import { authorName } from '@/lib/server/notes/reading'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('an unexpected error is logged, and the page shown without the author’s name', async () => {
  vi.stubEnv('FIREBASE_WEBAPP_CONFIG', '')
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  expect(await authorName('ada' as ProviderUserId)).toBeNull()
  const output = write.mock.calls.join()
  expect(output).toContain('"event":"error.thrown"')
  expect(output).toContain('identity is not configured')
})
