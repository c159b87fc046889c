/** What we believe of Google, tried against the emulator and production's stand-in; the table of docs/google.md says the same. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { facts } from '@/scripts/rehearse/facts'
import { type Google, startGoogle } from '../support/google/google'
import { mailbox, rehearse, type Stage, standInStage, startEmulatorStage, startWithinMs } from './rehearsal'

const consent = ['--yes', '--mailbox', mailbox]

/** The results by claim, without times and reasons. */
const resultsIn = (output: string) =>
  Object.fromEntries(
    [...output.matchAll(/^\S+Z \| (.+) \| (true|untrue|not tried)/gm)].map(([, claim, result]) => [
      claim,
      result,
    ]),
  )

const columns = ['emulator', 'stand-in', 'Google'] as const

/** A column of the table. */
function column(name: (typeof columns)[number]): Record<string, string | undefined> {
  const rows = [...readFileSync('docs/google.md', 'utf8').matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) =>
    row.split(' | '),
  )
  const told = rows.filter(([, emulator = '']) => /^(true|untrue|not tried)$/.test(emulator))
  return Object.fromEntries(told.map(([claim = '', ...cells]) => [claim, cells[columns.indexOf(name)]]))
}

let google: Google

beforeAll(async () => {
  google = await startGoogle()
  return () => google.stop()
})

/** Keys, tokens, codes and passwords. */
const secret = /AIza|ya29|eyJ|oobCode|BEGIN|[\w-]{60,}/

describe('the facts', { timeout: 240_000 }, () => {
  let emulator: Awaited<ReturnType<typeof startEmulatorStage>>

  beforeAll(async () => {
    emulator = await startEmulatorStage()
    return () => emulator.stop()
  }, startWithinMs + 20_000)

  const stages: [name: 'emulator' | 'stand-in', stage: () => Stage][] = [
    ['emulator', () => emulator],
    ['stand-in', () => standInStage(google)],
  ]

  test.concurrent.each(stages)(
    'at the %s are as docs/google.md says, and nobody is left',
    async (name, stage) => {
      const { code, output, words } = await rehearse(stage(), consent)
      expect(resultsIn(output)).toEqual(column(name))
      expect([code, Object.keys(resultsIn(output)).length]).toEqual([0, Object.keys(facts).length])
      expect(output + words).not.toMatch(secret)
      const again = await rehearse(stage(), consent, (_, stop) => stop())
      expect(again.words).toContain('Stopped.')
      expect(again.words).not.toContain('has users')
      expect(again.code).toBe(1)
      if (name === 'emulator') return
      expect(google.accounts.all()).toEqual([])
      expect(google.strayRequests()).toEqual([])
    },
  )

  test('at Google are not tried yet', () => {
    expect(new Set(Object.values(column('Google')))).toEqual(new Set(['not tried']))
    expect(Object.keys(column('Google'))).toEqual(Object.keys(facts))
  })
})

describe('the command', { timeout: 120_000 }, () => {
  test('does nothing without consent, but says what it would do', async () => {
    const asked = google.requests('adminList')
    const { code, output, words } = await rehearse(standInStage(google), [])
    expect([code, output]).toEqual([1, ''])
    expect(words).toMatch(
      /^This tries \d+ facts in the project foyer-production-test, if it has no users.*deletes them.*Usage: /s,
    )
    expect(google.requests('adminList')).toBe(asked)
  })

  test('refuses a project that has users, and leaves them', async () => {
    google.accounts.add('ada@example.com', 'correct horse')
    const { code, words } = await rehearse(standInStage(google), consent)
    expect([code, words]).toEqual([1, expect.stringContaining('The project has users. Take an empty one.')])
    expect(google.accounts.all()).toHaveLength(1)
    google.accounts.remove('ada@example.com')
  })

  test('says why it could not try, and deletes what it made', async () => {
    google.fail({ status: 500 }, 'adminUpdate', 'adminSendMail', 'signInWithCustomToken', 'refresh', 'lookup')
    const { code, output } = await rehearse(standInStage(google), ['--yes'])
    google.mend()
    expect(code).toBe(0)
    expect(output).toContain('| not tried: needs a mailbox\n')
    expect(output).toContain('| not tried: INTERNAL_ERROR\n')
    expect(google.accounts.all()).toEqual([])
  })
})
