/** Verdicts of the doctor that need no process and no server. */
import { expect, test } from 'vitest'
import { clockSkewSeconds } from '@/lib/session/token'
import { describeNode, runChecks } from '@/scripts/doctor/examination'
import { type DoctorContext, ok } from '@/scripts/doctor/finding'
import { describeCaptcha, describeClock, describeRelatedOrigin } from '@/scripts/doctor/identity'

test('a check that fails itself is a problem, without secrets, and the others are still shown', async () => {
  const checks = {
    files: () => Promise.reject(new Error('No file of ada@example.com')),
    others: () => ok('fine'),
    nothing: () => null,
  }
  const findings = await runChecks(checks, {} as DoctorContext)
  expect(findings).toEqual([
    {
      subject: 'files',
      verdict: 'problem',
      words: expect.stringMatching(/^could not be checked: No file of /),
    },
    { subject: 'others', verdict: 'ok', words: 'fine' },
  ])
  expect(JSON.stringify(findings)).not.toContain('ada')
})

test.each([
  ['18.20.1', 'problem'],
  ['20.9.0', 'problem'],
  ['20.19.0', 'ok'],
  ['22.1.0', 'ok'],
])('Node %s: %s', (found, verdict) => {
  expect(describeNode({ wanted: '>=20.19', found }).verdict).toBe(verdict)
})

test.each([
  [{ isEnforced: true, hasKey: true, isAllowed: true }, 'ok', /lets it in/],
  [{ isEnforced: true, hasKey: false, isAllowed: true }, 'problem', /no site key/],
] as const)('a captcha, %o, is: %s', (state, verdict, words) => {
  expect(describeCaptcha(state)).toMatchObject({ verdict, words: expect.stringMatching(words) })
})

test.each([
  [2 * 3_600_000, 'problem', /^2 hours ahead of the key server's: /],
  [-2 * 3_600_000, 'problem', /^2 hours behind the key server's: /],
  [-20_000, 'warning', /^20 seconds behind the key server's/],
  [clockSkewSeconds * 1000, 'warning', /ahead of the key server's\. Use NTP$/],
  [clockSkewSeconds * 1000 + 1000, 'problem', /rejected or last too long/],
  [5_000, 'ok', /^right /],
  [5_001, 'warning', /^5 seconds ahead/],
  [-4_000, 'ok', /^right /],
])('a clock %d ms ahead is: %s', (aheadMs, verdict, words) => {
  expect(describeClock(aheadMs)).toMatchObject({ verdict, words: expect.stringMatching(words) })
})

const site = 'https://www.foyer.test'

test.each<[verdict: string, words: string, answer: Parameters<typeof describeRelatedOrigin>[2]]>([
  ['ok', `names ${site}`, { isOk: true, body: { origins: ['https://a.test', site] } }],
  ['problem', `does not name ${site}`, { isOk: true, body: { origins: [`${site}.evil.example`] } }],
  ['problem', `does not name ${site}`, { isOk: false, body: { origins: [site] } }],
  ['problem', `does not name ${site}`, { isOk: true, body: [] }],
  ['problem', 'could not be asked', null],
])('a passkey domain is: %s, as its file %s', (verdict, words, answer) => {
  const file = 'https://former.test/.well-known/webauthn'
  const finding = describeRelatedOrigin(file, site, answer)
  expect(finding).toMatchObject({ verdict, words: expect.stringContaining(`${file} ${words}`) })
})
