import { expect, test } from 'vitest'
import { runExclusive } from '@/lib/server/notes/run-exclusive'

test('work of one key runs one at a time, past a failure, and of other keys in parallel', async () => {
  const events: string[] = []
  let proceed: (() => void) | undefined
  const pause = new Promise<void>((resolve) => {
    proceed = resolve
  })
  const run = (key: string, name: string, work: () => unknown = () => null) =>
    runExclusive(key, async () => {
      events.push(`${name} starts`)
      await work()
      events.push(`${name} ends`)
    })
  const failing = () => Promise.reject(new Error('a fault'))
  const runs = [run('ada', 'first', () => pause), run('ada', 'second', failing), run('ada', 'third')]
  await run('bob', 'other')
  expect(events.splice(0)).toEqual(['first starts', 'other starts', 'other ends'])
  proceed?.()
  const settled = await Promise.allSettled(runs)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(events).toEqual(['first ends', 'second starts', 'third starts', 'third ends'])
})

test('other requests are handled in between', async () => {
  const events: string[] = []
  const render = () =>
    runExclusive('rendering', () => {
      events.push('rendered')
      setImmediate(() => events.push('answered'))
    })
  await Promise.all([render(), render(), render()])
  expect(events).toEqual(['rendered', 'answered', 'rendered', 'answered', 'rendered'])
})
