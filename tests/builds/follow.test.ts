import { setNavigationBuildId } from 'next/dist/client/navigation-build-id'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pollBuilds } from '@/lib/browser/builds/poll'
import { watchBuild } from '@/lib/browser/builds/watch'

const start = new Date('2030-01-01T00:00:00Z').getTime()
const hourMs = 60 * 60_000

const own = { id: 'own' }
const other = { id: 'other' }

let fetched: string[] = []
let latest: object = own
/** The position within the jitter, from 0 to 1. */
let luck = 0.5
const document = { hidden: false }
const navigator: { onLine: boolean; connection?: object } = { onLine: true }

beforeEach(() => {
  fetched = []
  latest = own
  luck = 0.5
  document.hidden = false
  Object.assign(navigator, { onLine: true, connection: undefined })
  vi.useFakeTimers({ now: start })
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path)
    return Response.json(path.includes('/meta/') ? own : latest)
  })
  vi.spyOn(Math, 'random').mockImplementation(() => luck)
  setNavigationBuildId('own')
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

const polls = () => fetched.filter((path) => path.includes('/latest.json')).length
const pass = (durationMs: number) => vi.advanceTimersByTimeAsync(durationMs)

test('the manifest is fetched one second after the page has loaded, not before', async () => {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  watchBuild()
  await pass(5_000)
  window.dispatchEvent(new Event('load'))
  await pass(999)
  expect(fetched).toEqual([])
  await pass(1)
  expect(fetched).toEqual(['/builds/meta/own.json'])
})

test.each([[{ effectiveType: 'slow-2g' }], [{ effectiveType: '4g', saveData: true }]])(
  'no manifest is fetched with the connection %j',
  async (connection) => {
    Object.assign(navigator, { connection })
    pollBuilds(vi.fn())
    await pass(hourMs)
    expect(fetched).toEqual([`/builds/latest.json?${start + hourMs}`])
  },
)

describe('polls for the latest build', () => {
  test('come once an hour, give or take half, and start with the page’s own manifest', async () => {
    luck = 0
    pollBuilds(vi.fn())
    await pass(hourMs / 2 - 1)
    expect(fetched).toEqual(['/builds/meta/own.json'])
    luck = 1
    await pass(1)
    expect(fetched.slice(1)).toEqual([`/builds/latest.json?${start + hourMs / 2}`])
    await pass(1.5 * hourMs - 1)
    expect(polls()).toBe(1)
    await pass(1)
    expect(polls()).toBe(2)
  })

  test('stop while the page is hidden or offline', async () => {
    pollBuilds(vi.fn())
    document.hidden = true
    await pass(3 * hourMs)
    document.hidden = false
    navigator.onLine = false
    await pass(3 * hourMs)
    expect(polls()).toBe(0)
    navigator.onLine = true
    await pass(hourMs)
    expect(polls()).toBe(1)
  })

  test.each([
    ['the same build', own, 0],
    ['another build', other, 1],
    ['a proxy’s own JSON', {}, 0],
  ])('report %s', async (_, build, reports) => {
    const onStale = vi.fn()
    latest = build
    pollBuilds(onStale)
    await pass(hourMs)
    expect(onStale).toHaveBeenCalledTimes(reports)
    await pass(3 * hourMs)
    expect(polls(), 'they end with another build').toBe(reports > 0 ? 1 : 4)
  })
})
