import { expect, test, vi } from 'vitest'
import { isPageLeaving, signOut } from '@/lib/browser/session/ending'
import { parseSiteConfig } from '@/lib/config/config'

vi.stubGlobal('window', new EventTarget())
const config = parseSiteConfig({}).config.public

test.each([
  ['says that it could not', async () => false],
  ['fails', () => Promise.reject(new Error('no answer'))],
])('a page whose sign-out %s follows its session again', async (_, endBefore) => {
  const asked = signOut(config, endBefore).catch(() => false)
  expect(isPageLeaving()).toBe(true)
  expect(await asked).toBe(false)
  expect(isPageLeaving()).toBe(false)
})
