import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PollResult, watchNotes } from '@/lib/browser/notes/watch'
import { whileLeaving } from '@/lib/browser/session/ending'
import { sessionState } from '@/lib/browser/session/session'

/** A page, as far as watching looks at it. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const browser = new EventTarget()
const network = { onLine: true }
let answers: (PollResult | Error)[] = []
let asked: number[] = []
let stop: () => void = vi.fn()
/** What reached the page's recorder. */
let recorded: unknown[] = []

function setTimeoutCaught(work: () => Promise<void>, ms: number) {
  return setTimeout(() => work().catch((error: unknown) => recorded.push(error)), ms)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', Object.assign(browser, { setTimeout: setTimeoutCaught }))
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('fetch', async () => Response.json({ signedIn: true, userId: 'ada', needsRenewal: false }))
  answers = []
  asked = []
  recorded = []
  const begin = Date.now()
  stop = watchNotes(async () => {
    asked.push((Date.now() - begin) / 1000)
    const answer = answers.shift() ?? 'answered'
    if (answer instanceof Error) throw answer
    return answer
  })
})

afterEach(() => {
  stop()
  show('visible')
  network.onLine = true
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(state: string): void {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('a visible page asks every 15 seconds', async () => {
  await pass(60)
  expect(asked).toEqual([15, 30, 45, 60])
})

test('a hidden page asks nothing, and immediately when it is seen again', async () => {
  await pass(15)
  show('hidden')
  await pass(3600)
  expect(asked).toEqual([15])
  show('visible')
  await pass(0)
  expect(asked).toEqual([15, 3615])
  await pass(15)
  expect(asked).toEqual([15, 3615, 3630])
})

test('offline it asks nothing, and immediately when it is online again', async () => {
  network.onLine = false
  await pass(100)
  expect(asked).toEqual([])
  network.onLine = true
  browser.dispatchEvent(new Event('online'))
  await pass(0)
  expect(asked).toEqual([100])
})

test('while asking fails the pauses grow up to a minute, and one answer makes them short again', async () => {
  answers = Array(4).fill('failed')
  await pass(225)
  expect(asked).toEqual([15, 45, 105, 165, 225])
  await pass(15)
  expect(asked.slice(5)).toEqual([240])
})

test('an error that nobody expects is recorded, and counts as an answer that failed', async () => {
  const error = new RangeError('broken')
  answers = [error]
  await pass(60)
  expect(recorded).toEqual([error])
  expect(asked).toEqual([15, 45, 60])
})

test('without a session it stops until that is back', async () => {
  answers = ['signed-out']
  await pass(600)
  show('hidden')
  show('visible')
  expect(asked).toEqual([15])
  await sessionState.refresh()
  await pass(15)
  expect(asked).toEqual([15, 600, 615])
})

test('while a sign-out is under way it asks nothing, and goes on if that fails', async () => {
  void whileLeaving(
    async () => new Promise((done) => setTimeout(() => done(false), 20_000)),
    () => false,
  )
  await pass(29)
  expect(asked).toEqual([])
  await pass(1)
  expect(asked).toEqual([30])
})

test('stopped, it asks nothing', async () => {
  stop()
  show('hidden')
  show('visible')
  await pass(60)
  expect(asked).toEqual([])
})
