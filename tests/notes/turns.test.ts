import { expect, test } from 'vitest'
import { runExclusive } from '@/lib/server/notes/run-exclusive'

const fail = () => {
  throw new Error('as the database is down')
}

test('one person’s searches run one after another, past one that fails; others wait for none of them', async () => {
  const events: string[] = []
  const search = (userId: string, name: string, wait: () => unknown = () => null) =>
    runExclusive(userId, async () => {
      events.push(`${name} begins`)
      await wait()
      events.push(`${name} ends`)
    })
  let end: (() => void) | undefined
  const first = new Promise<void>((resolve) => {
    end = resolve
  })
  const found = [
    search('ada', 'first', () => first),
    search('ada', 'second', fail),
    search('ada', 'third'),
    search('bob', 'other'),
  ]
  await found[3]
  expect(events).toEqual(['first begins', 'other begins', 'other ends'])
  events.length = 0
  end?.()
  expect((await Promise.allSettled(found)).map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  ])
  expect(events).toEqual(['first ends', 'second begins', 'third begins', 'third ends'])
})

test('what else the process has to do comes between', async () => {
  const events: string[] = []
  const render = () =>
    runExclusive('rendering', () => {
      events.push('rendered')
      setImmediate(() => events.push('answered'))
    })
  await Promise.all([render(), render(), render()])
  expect(events).toEqual(['rendered', 'answered', 'rendered', 'answered', 'rendered'])
})
