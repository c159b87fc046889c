import { expect, test } from 'vitest'
import { openSupervisor } from '@/scripts/start/supervisor'

/** Runs until it is asked to end, and then says so. */
const program = (name: string, lines: string[]) => ({
  name,
  run: [
    '--eval',
    `process.on('SIGTERM', () => { console.log('${name} ends'); process.exit(0) })
    setInterval(() => {}, 1000)
    console.log('${name} runs')`,
  ],
  environment: process.env,
  showLine: (line: string) => lines.push(line) > 0,
  isReady: () => lines.includes(`${name} runs`),
  stopWithinMs: 10_000,
})

test('what was started last is stopped first, and once all is being stopped nothing is started any more', async () => {
  const lines: string[] = []
  const supervisor = openSupervisor()
  const provider = supervisor.start(program('provider', lines))
  const site = supervisor.start(program('site', lines))
  await Promise.all([provider.whenReady(), site.whenReady()])
  const stopped = supervisor.stop()
  expect(() => supervisor.start(program('late', lines))).toThrow('nothing may be started')
  expect(await stopped).toBe(true)
  expect(lines.slice(2)).toEqual(['site ends', 'provider ends'])
})

test('a program that must end well and has to be killed is a fault; one that ends by itself says what it said', async () => {
  const supervisor = openSupervisor()
  const lines: string[] = []
  const deaf = { ...program('deaf', lines), stopWithinMs: 100, mustEndWell: true }
  deaf.run = [
    '--eval',
    `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('deaf runs')`,
  ]
  await supervisor.start(deaf).whenReady()
  const failing = {
    ...program('failing', lines),
    run: ['--eval', 'console.error("no disk"); process.exit(3)'],
  }
  const { whenReady } = supervisor.start({ ...failing, showLine: () => false })
  await expect(whenReady()).rejects.toThrow(/^failing ended with exit code 3\. It said last:\n\nno disk/)
  expect(await supervisor.stop()).toBe(false)
})
