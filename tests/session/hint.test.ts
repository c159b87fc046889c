import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { hintAttribute, hintKey, sessionBoot } from '@/lib/session/hint'

type Storage = Pick<globalThis.Storage, 'getItem' | 'removeItem'>
type Page = { path?: string; search?: string; storage?: () => Storage | null }

/** Runs the boot script; returns the attributes of the root element and the page's address. */
function bootIn({ path = '/', search = '', storage = () => storageWith(new Map()) }: Page) {
  const attributes: string[] = []
  const location = { pathname: path, search }
  const window = {
    location,
    history: {
      replaceState: (_state: null, _title: string, to: string) =>
        Object.assign(location, { pathname: to, search: '' }),
    },
    get localStorage() {
      return storage()
    },
  }
  const document = { documentElement: { setAttribute: (name: string) => attributes.push(name) } }
  runInContext(sessionBoot, createContext({ window, document }))
  return { attributes, address: location.pathname + location.search }
}

function storageWith(kept: Map<string, string>): Storage {
  return { getItem: (key) => kept.get(key) ?? null, removeItem: (key) => void kept.delete(key) }
}

test('a page shows the hint, and nothing without one', () => {
  const storage = () => storageWith(new Map([[hintKey, '1']]))
  expect(bootIn({ storage }).attributes).toEqual([hintAttribute])
  expect(bootIn({}).attributes).toEqual([])
})

test('the sign-in form ends the hint', () => {
  const kept = new Map([[hintKey, '1']])
  expect(bootIn({ path: '/login', storage: () => storageWith(kept) }).attributes).toEqual([])
  expect(kept.size).toBe(0)
})

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test.each([
  { what: 'that may not be touched', storage: refuse },
  { what: 'that is disabled', storage: () => null },
])('storage $what leaves the page as it is', ({ storage }) => {
  expect(bootIn({ storage }).attributes).toEqual([])
})

test('a sign-out is shown once, and its mark leaves the URL, whatever storage does', () => {
  for (const storage of [undefined, refuse])
    expect(bootIn({ search: '?signed-out=1', ...(storage && { storage }) })).toEqual({
      attributes: ['data-signed-out'],
      address: '/',
    })
})
