import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PollResult, watchNotes } from '@/lib/browser/notes/watch'
import { whileLeaving } from '@/lib/browser/session/ending'
import { sessionState } from '@/lib/browser/session/session'

/** New for each test, as in Node 20 a collected signal may keep its listeners. */
const newPage = () =>
  Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    documentElement: { toggleAttribute: () => true },
  })
let page = newPage()
let browser = new EventTarget()
const network = { onLine: true }
let results: (PollResult | Error)[] = []
/** When it polled, in seconds. */
let polls: number[] = []
/** Unhandled rejections. */
let errors: unknown[] = []
let stop: () => void = vi.fn()

beforeEach(() => {
  page = newPage()
  browser = new EventTarget()
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  const setTimeoutCaught = (work: () => Promise<void>, ms: number) =>
    setTimeout(() => work().catch((error: unknown) => errors.push(error)), ms)
  vi.stubGlobal('window', Object.assign(browser, { setTimeout: setTimeoutCaught }))
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('fetch', async () => Response.json({ signedIn: true, userId: 'ada', needsRenewal: false }))
  results = []
  polls = []
  errors = []
  const startedAt = Date.now()
  stop = watchNotes(async () => {
    polls.push((Date.now() - startedAt) / 1000)
    const result = results.shift() ?? 'answered'
    if (result instanceof Error) throw result
    return result
  })
})

afterEach(() => {
  stop()
  show()
  network.onLine = true
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setVisibility(state: string): void {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}
const hide = () => setVisibility('hidden')
const show = () => setVisibility('visible')

function setOnline(isOnline: boolean): void {
  network.onLine = isOnline
  if (isOnline) browser.dispatchEvent(new Event('online'))
}

function startSignOutThatFails(): void {
  const sleep = () => new Promise<boolean>((done) => setTimeout(() => done(false), 20_000))
  void whileLeaving(sleep, () => false)
}

/** Each step is a call, or seconds that pass. */
test.each<[what: string, steps: ((() => unknown) | number)[], polls: number[]]>([
  ['a visible page polls every 15 seconds', [60], [15, 30, 45, 60]],
  ['a hidden page polls when it becomes visible', [15, hide, 3600, show, 15], [15, 3615, 3630]],
  ['an offline page polls when it’s online', [() => setOnline(false), 100, () => setOnline(true), 0], [100]],
  [
    'pauses grow up to a minute while it fails, until one poll succeeds',
    [() => (results = Array(4).fill('failed')), 240],
    [15, 45, 105, 165, 225, 240],
  ],
  [
    'without a session it stops until the next sign-in',
    [() => (results = ['signed-out']), 600, hide, show, sessionState.refresh, 15],
    [15, 600, 615],
  ],
  ['it waits during a sign-out, and continues if that fails', [startSignOutThatFails, 30], [30]],
  ['stopped, it doesn’t poll', [() => stop(), hide, show, 60], []],
])('%s', async (_, steps, expected) => {
  for (const step of steps)
    if (typeof step === 'number') await vi.advanceTimersByTimeAsync(step * 1000)
    else await step()
  expect(polls).toEqual(expected)
})

test('an unexpected error is reported, and counts as a failure', async () => {
  const error = new RangeError('broken')
  results = [error]
  await vi.advanceTimersByTimeAsync(60_000)
  expect(errors).toEqual([error])
  expect(polls).toEqual([15, 45, 60])
})
