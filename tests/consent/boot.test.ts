import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { consentBoot } from '@/lib/consent/boot'
import { consentKeys } from '@/lib/consent/keys'
import { parseConsent, signalsOf } from '@/lib/consent/record'
import { invalid, now, valid } from './stored-consent'

type Storage = { getItem: (key: string) => string | null }
type Window = { localStorage?: Storage; dataLayer?: unknown[]; gtag?: (...command: unknown[]) => void }

/** Runs the boot script in a page with this storage. Returns its `dataLayer`. */
function bootWith(page: Window, isGpcOn = false): ArrayLike<unknown>[] {
  const navigator = { globalPrivacyControl: isGpcOn }
  const context = createContext({ page: Object.assign(page, { navigator }) })
  runInContext(`Date.now = () => ${now.getTime()}`, context)
  runInContext(`var window = page; ${consentBoot}`, context)
  return page.dataLayer as ArrayLike<unknown>[]
}

/** The same as plain values, which compare across contexts. */
function commandsWith(page: Window, isGpcOn?: boolean): unknown[] {
  return bootWith(page, isGpcOn).map((command) => JSON.parse(JSON.stringify(Array.from(command))))
}

function storageOf({ choice, time }: { choice: string | null; time: string | null }): Storage {
  return { getItem: (key) => ({ [consentKeys.choice]: choice, [consentKeys.time]: time })[key] ?? null }
}

const fail = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
const denied = signalsOf({ analytics: false, marketing: false })
const defaults = ['consent', 'default', { ...denied, wait_for_update: 500 }]
const isArguments = (command: unknown) => Object.prototype.toString.call(command) === '[object Arguments]'

describe('the boot script agrees with parseConsent', () => {
  test.each([...valid, ...invalid])('$what', ({ isGpcOn = false, ...stored }) => {
    const record = parseConsent(stored, { now, isGpcOn })
    const update = record ? [['consent', 'update', signalsOf(record)]] : []
    expect(commandsWith({ localStorage: storageOf(stored) }, isGpcOn)).toEqual([defaults, ...update])
  })
})

test.each([
  ['forbidden', Object.defineProperty({}, 'localStorage', { get: fail })],
  ['absent', {}],
  ['unreadable', { localStorage: { getItem: fail } }],
])('with a storage that is %s everything stays denied', (_, page) => {
  expect(commandsWith(page)).toEqual([defaults])
})

test('the script and its gtag push arguments objects, as Google’s tag ignores arrays', () => {
  const [stored = { choice: null, time: null }] = valid
  const page: Window = { localStorage: storageOf(stored) }
  expect(bootWith(page).map(isArguments)).toEqual([true, true])
  page.gtag?.('event', 'page_view')
  const last = page.dataLayer?.at(-1) as ArrayLike<unknown>
  expect([isArguments(last), Array.from(last)]).toEqual([true, ['event', 'page_view']])
})

test('an existing dataLayer stays, nothing else is left on the page, and it has at most 450 bytes gzipped', () => {
  const page: Window = { dataLayer: [['set', 'here', 'before']] }
  expect(commandsWith(page)).toEqual([['set', 'here', 'before'], defaults])
  expect(Object.keys(page).sort()).toEqual(['dataLayer', 'gtag', 'navigator'])
  expect(gzipSync(consentBoot, { level: 9 }).length).toBeLessThanOrEqual(450)
})
