/** Regular work, where a process lives. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { databaseUnavailable } from '@/lib/server/database/errors'
import { workRegularly } from '@/lib/server/regular-work'

const works = vi.hoisted(() => ({ often: vi.fn(), rarely: vi.fn() }))
vi.mock('@/lib/server/rooms', () => ({
  room: {
    regularWork: [
      { everyMs: 60_000, run: works.often },
      { everyMs: 3_600_000, run: works.rarely },
    ],
  },
}))

test('each part is done at the start and again at its interval; sooner after an outage', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  works.often.mockResolvedValue(undefined)
  works.rarely.mockResolvedValue(undefined)
  const counts = () => [works.often.mock.calls.length, works.rarely.mock.calls.length]
  workRegularly()
  expect(counts()).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(59_000)
  expect(counts()).toEqual([1, 1])
  works.often.mockRejectedValueOnce(databaseUnavailable(new Error('gone')))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(counts()).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(counts(), 'after an outage').toEqual([3, 1])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(counts()).toEqual([4, 1])
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(works.rarely).toHaveBeenCalledTimes(2)
})
