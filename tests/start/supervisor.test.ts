import { expect, test } from 'vitest'
import { createSupervisor } from '@/scripts/start/supervisor'

/** Runs until SIGTERM, and prints when it starts and ends. */
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
  stopTimeoutMs: 10_000,
})

test('programs stop in reverse order, and nothing starts during a stop', async () => {
  const lines: string[] = []
  const supervisor = createSupervisor()
  const provider = supervisor.start(program('provider', lines))
  const site = supervisor.start(program('site', lines))
  await Promise.all([provider.whenReady(), site.whenReady()])
  const stopped = supervisor.stop()
  expect(() => supervisor.start(program('late', lines))).toThrow('nothing can start')
  expect(await stopped).toBe(true)
  expect(lines.slice(2)).toEqual(['site ends', 'provider ends'])
})

test('a killed program is a failure, and a program that fails to start shows its last output', async () => {
  const supervisor = createSupervisor()
  const lines: string[] = []
  const deaf = { ...program('deaf', lines), stopTimeoutMs: 100, mustExitCleanly: true }
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
  await expect(whenReady()).rejects.toThrow(/^failing exited with code 3\. Its last output:\n\nno disk/)
  expect(await supervisor.stop()).toBe(false)
})
