import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openChannel, tryStorage, withLock } from '@/lib/browser/site-data'

const insecure = new DOMException('The operation is insecure.', 'SecurityError')
const refuse = () => {
  throw insecure
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('what a browser refuses counts as absent', () => {
  test.each([
    ['null', () => vi.stubGlobal('localStorage', null)],
    ['absent', () => vi.stubGlobal('localStorage', undefined)],
    ['refused', () => Object.defineProperty(globalThis, 'localStorage', { get: refuse, configurable: true })],
    ['full', () => vi.stubGlobal('localStorage', { getItem: refuse })],
  ])('storage that is %s', (_, lose) => {
    vi.stubGlobal('sessionStorage', { getItem: () => 'kept' })
    lose()
    expect(tryStorage(({ local }) => local.getItem('x'))).toBeUndefined()
    expect(tryStorage(({ session }) => session.getItem('x'))).toBe('kept')
    Reflect.deleteProperty(globalThis, 'localStorage')
  })

  test('our own errors are thrown', () => {
    const mistake = () =>
      tryStorage(() => {
        throw new TypeError('x is not a function')
      })
    expect(mistake).toThrow('x is not a function')
  })

  test('channels', () => {
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          refuse()
        }
      },
    )
    expect(openChannel('x')).toBeNull()
  })
})

describe('locks', () => {
  const work = vi.fn(async () => 'done')
  const lockManager = (request: unknown) => vi.stubGlobal('navigator', { locks: { request } })

  beforeEach(() => {
    work.mockClear()
  })

  test.each([
    ['absent', () => vi.stubGlobal('navigator', {})],
    ['refused', () => lockManager(async () => refuse())],
    ['refused immediately', () => lockManager(refuse)],
  ])('that are %s: the work does not start', async (_, lose) => {
    lose()
    expect(await withLock('x', {}, work)).toBeUndefined()
    expect(work).not.toHaveBeenCalled()
  })

  test('that work: the result and the error are those of the work', async () => {
    lockManager(async (name: string, _: LockOptions, callback: (lock: unknown) => unknown) =>
      callback({ name }),
    )
    expect(await withLock('x', {}, work)).toEqual({ result: 'done' })
    expect(work).toHaveBeenCalledWith({ name: 'x' })
    await expect(withLock('x', {}, async () => refuse())).rejects.toBe(insecure)
  })

  test('that are refused after the work has started do not start it again', async () => {
    lockManager(async (_: string, __: LockOptions, callback: (lock: unknown) => unknown) => {
      await callback({})
      refuse()
    })
    expect(await withLock('x', {}, work)).toEqual({ result: 'done' })
    expect(work).toHaveBeenCalledTimes(1)
  })
})
