import { Writable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { boundedWriter } from '@/lib/server/log/log'

vi.stubEnv('LOG_FORMAT', 'gcp')

it('a stopped reader loses lines and learns how many, and nobody waits for it', async () => {
  const read: string[] = []
  let resume = () => undefined as unknown
  let isStopped = true
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 500,
    write(chunk: string, _, done) {
      read.push(chunk)
      if (isStopped) resume = done
      else done()
    },
  })
  const writeLine = boundedWriter(stream, 1_000)
  for (let number = 0; number < 100; number++) writeLine(`${'x'.repeat(99)}\n`)
  expect(stream.writableLength).toBeLessThan(1_200)
  isStopped = false
  resume()
  await expect.poll(() => read.at(-1), { timeout: 5_000 }).toContain('log.dropped')
  const report = { level: 'warn', severity: 'WARNING', count: 100 - (read.length - 1) }
  expect(JSON.parse(read.at(-1) ?? '')).toMatchObject(report)
  writeLine('and on\n')
  expect(read.at(-1)).toBe('and on\n')
})

it('a reader that is gone is no error', async () => {
  const stream = new Writable()
  const writeLine = boundedWriter(stream, 1_000)
  stream.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  await new Promise((resolve) => stream.once('close', resolve))
  expect(() => writeLine('a line\n')).not.toThrow()
})
