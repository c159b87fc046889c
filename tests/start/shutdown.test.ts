import { expect, test } from 'vitest'
import { openShutdown } from '@/scripts/start/shutdown'

test('once all has begun to end nothing is started any more, in no part either', async () => {
  const whole = openShutdown()
  const part = whole.openPart()
  let finish = () => undefined as unknown
  whole.open(() => ({
    close: () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  }))
  const ended = whole.run()
  let started = 0
  const start = () => {
    started += 1
    return { close: async () => undefined }
  }
  for (const { open } of [whole, part]) expect(() => open(start)).toThrow('nothing may be started')
  finish()
  expect(await ended).toBe(true)
  expect(started).toBe(0)
})

test('a part is ended in its place, with all that was started in it later', async () => {
  const ends: string[] = []
  const named = (name: string) => () => ({ close: async () => void ends.push(name) })
  const whole = openShutdown()
  whole.open(named('first'))
  const part = whole.openPart()
  whole.open(named('last'))
  part.open(named('of the part'))
  await whole.run()
  expect(ends).toEqual(['last', 'of the part', 'first'])
})
