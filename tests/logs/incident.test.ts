/** An administrator's morning: what the first screen says of `incident.log`. */
import { expect, test } from 'vitest'
import { build } from './built-sample'
import { incidentLog } from './incident'
import { readLog, runLogsHere } from './runs'

const log = 'tests/logs/incident.log'

test('the first screen says what happened, to how many, since which build, in which file and line', async () => {
  const { folder, stack } = await build('static/chunks/1ziqq7ydh0mz4.js', 'components/notes/title.ts')
  await expect(incidentLog(stack)).toMatchFileSnapshot('incident.log')
  const { out } = await runLogsHere(['--build', folder, log])
  await expect(out).toMatchFileSnapshot('incident.txt')
  const screen = out.split('\n').slice(0, 24).join('\n')
  expect(screen.split('\n').slice(0, 3)).toEqual([
    'People met: 140 failures, 58 visitors sent to wait.',
    'Bots met: 50 failures, without an error page.',
    "New since build c1Rz9 started, 2026-11-28 09:00: TypeError: Cannot read properties of null (reading 'text'), and 5 more.",
  ])
  expect(screen).toContain('The database was away for 25 seconds, 58 visitors sent to wait')
  expect(screen).toContain('Started after a kill or crash: build c1Rz9')
  expect(screen).toMatch(/ 80 .* browser|80 .*people/)
  expect(screen).toContain('at titleOf (components/notes/title.ts:5:23)')
})

test('an hourly review alarms about it, and says why', async () => {
  const review = [
    '--review',
    '--since',
    '2026-11-28T09:00',
    '--until',
    '2026-11-28T10:00',
    '--fail-on',
    'new-5xx',
  ]
  const { code, out } = await readLog([...review, log], '')
  expect(code).toBe(4)
  expect(out).not.toContain('All quiet')
})
