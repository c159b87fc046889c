import { expect, test } from 'vitest'
import { describeRelatedOrigin } from '@/scripts/doctor/passkeys'

const file = 'https://former.test/.well-known/webauthn'
const judge = (answer: Parameters<typeof describeRelatedOrigin>[2]) =>
  describeRelatedOrigin(file, 'https://www.foyer.test', answer)
const naming = (...origins: string[]) => ({ isOk: true, body: { origins } })

test('a former domain that names the site is all right', () => {
  expect(judge(naming('https://former.test', 'https://www.foyer.test')).verdict).toBe('ok')
})

test.each([
  ['does not name https://www.foyer.test', naming('https://www.foyer.test.evil.example')],
  ['is not there', { isOk: false, body: { origins: ['https://www.foyer.test'] } }],
  ['is not there', { isOk: true, body: [] }],
  ['could not be asked', null],
])('one whose file %s is a problem', (words, answer) => {
  expect(judge(answer)).toMatchObject({
    verdict: 'problem',
    words: expect.stringContaining(`${file} ${words}`),
  })
})
