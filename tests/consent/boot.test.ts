import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { consentBoot } from '@/lib/consent/boot'
import { consentKeys } from '@/lib/consent/keys'
import { parseConsent, signalsOf } from '@/lib/consent/record'
import { invalid, now, valid } from './stored-consent'

type Storage = { getItem: (key: string) => string | null }
type Window = { localStorage?: Storage; dataLayer?: unknown[]; gtag?: (...command: unknown[]) => void }

/** What stands in `dataLayer` after the boot script has run in a page with this storage. */
function bootWith(page: Window, isGpcOn = false): ArrayLike<unknown>[] {
  const navigator = { globalPrivacyControl: isGpcOn }
  const context = createContext({ page: Object.assign(page, { navigator }) })
  runInContext(`Date.now = () => ${now.getTime()}`, context)
  runInContext(`var window = page; ${consentBoot}`, context)
  return page.dataLayer as ArrayLike<unknown>[]
}

/** The same as plain values, which compare across the border of the page. */
function commandsWith(page: Window, isGpcOn?: boolean): unknown[] {
  return bootWith(page, isGpcOn).map((command) => JSON.parse(JSON.stringify(Array.from(command))))
}

function storageOf({ choice, time }: { choice: string | null; time: string | null }): Storage {
  const kept = new Map([
    [consentKeys.choice, choice],
    [consentKeys.time, time],
  ] as [string, string | null][])
  return { getItem: (key) => kept.get(key) ?? null }
}

const denied = signalsOf({ analytics: false, marketing: false })
const defaults = ['consent', 'default', { ...denied, wait_for_update: 500 }]

describe('the boot script agrees with parseConsent', () => {
  test.each([...valid, ...invalid])('$what', ({ isGpcOn = false, ...stored }) => {
    const record = parseConsent(stored, { now, isGpcOn })
    const update = record ? [['consent', 'update', signalsOf(record)]] : []
    expect(commandsWith({ localStorage: storageOf(stored) }, isGpcOn)).toEqual([defaults, ...update])
  })
})

const throwing = {
  get localStorage(): Storage {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  },
}

test.each([
  { what: 'that may not be touched', page: throwing },
  { what: 'that is not there', page: {} },
  {
    what: 'that cannot be read',
    page: {
      localStorage: {
        getItem: () => {
          throw new Error('Disk')
        },
      },
    },
  },
])('with a storage $what everything stays denied', ({ page }) => {
  expect(commandsWith(page)).toEqual([defaults])
})

test('it pushes arguments objects: Google’s tag does not see arrays', () => {
  const commands = bootWith({ localStorage: storageOf(valid[0] ?? { choice: null, time: null }) })
  expect(commands.map((command) => Object.prototype.toString.call(command))).toEqual([
    '[object Arguments]',
    '[object Arguments]',
  ])
})

test('gtag, which it leaves on the page, does the same', () => {
  const page: Window = {}
  bootWith(page)
  page.gtag?.('event', 'page_view')
  const last = page.dataLayer?.at(-1)
  expect(Object.prototype.toString.call(last)).toBe('[object Arguments]')
  expect(Array.from(last as ArrayLike<unknown>)).toEqual(['event', 'page_view'])
})

test('a dataLayer that is there already is kept', () => {
  const dataLayer = [['set', 'here', 'before']]
  expect(commandsWith({ dataLayer })).toEqual([['set', 'here', 'before'], defaults])
})

test('it leaves nothing else on the page, and weighs under 1 KB', () => {
  const page = {}
  bootWith(page)
  expect(Object.keys(page).sort()).toEqual(['dataLayer', 'gtag', 'navigator'])
  expect(gzipSync(consentBoot, { level: 9 }).length).toBeLessThan(1000)
})
