import { expect, test } from 'vitest'
import { type Program, startProgram } from '@/scripts/start/program'
import { stillRunning } from '../support/processes'

/** Runs this code; it is ready when it prints something. */
function start(code: string, more: Partial<Program> = {}) {
  const lines: string[] = []
  const program = startProgram({
    name: 'It',
    run: ['--eval', code],
    environment: process.env,
    showLine: (line) => lines.push(line) > 0,
    isReady: () => lines.length > 0,
    ...more,
  })
  return { ...program, lines }
}

const forever = 'setInterval(() => {}, 1000)'

test.each([
  [
    'that stops in order',
    `process.on('SIGTERM', () => process.exit(0)); ${forever}; console.log('runs')`,
    'It exited with code 0',
    0,
  ],
  [
    'that is deaf',
    `process.on('SIGTERM', () => {}); ${forever}; console.log('runs')`,
    'It was stopped by SIGKILL',
    137,
  ],
])('a program %s has its exit code', async (_, code, words, exitCode) => {
  const { whenReady, stop, isRunning } = start(code, { stopTimeoutMs: 500 })
  await whenReady()
  expect(await stop()).toMatchObject({ words, exitCode })
  expect(isRunning()).toBe(false)
})

test('a program that fails has its exit code and its last lines', async () => {
  const code = 'for (let line = 0; line < 600; line++) console.log(line)'
  const { ended: long } = start(code, { showLine: () => false })
  expect((await long).hiddenLines.split('\n')).toEqual(
    Array.from({ length: 500 }, (_, line) => `${100 + line}`),
  )
  const { ended } = start('console.log("runs"); console.error("no disk"); process.exit(3)', {
    showLine: () => false,
  })
  const hiddenLines = expect.stringMatching(/^runs\nno disk$/)
  expect(await ended).toEqual({ exitCode: 3, words: 'It exited with code 3', hiddenLines })
})

test('what a program started ends with it', async () => {
  const child = `require('child_process').spawn(process.execPath, ['--eval', '${forever}'], { stdio: 'inherit' })`
  const { ended, lines } = start(`console.log(${child}.pid); process.kill(process.pid, 'SIGKILL')`)
  await ended
  await expect.poll(() => stillRunning([{ id: Number(lines[0]), command: '' }])).toEqual([])
})
