import { afterEach, expect, test, vi } from 'vitest'
import { authorName } from '@/lib/server/notes/author'

const { stdout } = process
const { write } = stdout

afterEach(() => {
  stdout.write = write
  vi.unstubAllEnvs()
})

test('an error that nobody expects is logged, and the page goes without the writer’s name', async () => {
  vi.stubEnv('FIREBASE_WEBAPP_CONFIG', '')
  let text = ''
  stdout.write = ((chunk: string) => {
    text += chunk
    return true
  }) as typeof stdout.write
  expect(await authorName('ada')).toBeNull()
  expect(text).toContain('"event":"error.thrown"')
  expect(text).toContain('identity is not configured')
})
