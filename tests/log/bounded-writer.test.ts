import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { boundedWriter } from '@/lib/server/log/log'

/** A stream whose reader can stop and go on. */
function openReader() {
  const read: string[] = []
  let resume: (() => void) | null = null
  let isStopped = false
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _, done) {
      read.push(chunk)
      if (isStopped) resume = done
      else done()
    },
  })
  return {
    stream,
    read,
    stop: () => {
      isStopped = true
    },
    goOn: () => {
      isStopped = false
      resume?.()
    },
  }
}

it('a reader that stops loses lines, hears how many, and nobody waits for it', async () => {
  const { stream, read, stop, goOn } = openReader()
  const put = boundedWriter(stream, 1_000)
  stop()
  for (let number = 0; number < 100; number++) put(`${'x'.repeat(99)}\n`)
  expect(stream.writableLength).toBeLessThan(1_200)
  goOn()
  await expect.poll(() => read.at(-1), { timeout: 5_000 }).toContain('log.dropped')
  const lines = read.length - 1
  expect(JSON.parse(read.at(-1) ?? '')).toMatchObject({ level: 'warn', count: 100 - lines })
  put('and on\n')
  expect(read.at(-1)).toBe('and on\n')
})

it('a reader that is gone is no error', async () => {
  const { stream } = openReader()
  const put = boundedWriter(stream, 1_000)
  stream.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  await new Promise((resolve) => stream.once('close', resolve))
  expect(() => put('a line\n')).not.toThrow()
})
