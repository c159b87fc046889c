import { expect, test } from 'vitest'
import { answerOf, readLog } from './runs'
import { crawlerError, folded, logOf, unknownRoute } from './samples'

test('a reference is shown in full, however it was read aloud', async () => {
  const out = await answerOf(['--reference', ' 4F9C21AB-7E10 '], logOf(unknownRoute, crawlerError))
  expect(out).toContain('requestId  4f9c21ab-7e10-4c2b-9a55-0123456789ab\n')
  const stack = '  TypeError: note is undefined\n      at SharedNote (app/share/[uuid]/page.tsx:12:3)'
  expect(out).toContain(`\n${stack}\n`)
  expect(out).toContain('\nCaused by\n  Error: no row\n      at readNote')
  expect(out).not.toContain('wp-login')
})

test("a reference is found by its request's ID, for people too, and with all its lines", async () => {
  const lines = [
    { ...crawlerError, bot: false, rendered: true },
    { ...crawlerError, place: 'middleware' },
  ]
  const out = await answerOf(['--reference', crawlerError.requestId], logOf(...lines))
  expect(out.match(/^place .*$/gm)).toEqual(['place      render', 'place      middleware'])
})

test('a reference is found in a folded line', async () => {
  const out = await answerOf(['--reference', 'aaaaaaaa-0002'], logOf(crawlerError, folded))
  expect(out).toContain('9,980 errors in one line, with the first of them:')
  expect(out).toContain('TypeError: note is undefined')
})

test('a reference is not there, or may be in a folded line', async () => {
  const none = 'No error has the reference ffffffff-0000.'
  const parameters = ['--reference', 'ffffffff-0000']
  expect(await readLog(parameters, logOf(crawlerError))).toMatchObject({ code: 1, out: `${none}\n` })
  const folds = 'It may be one of 9,978 errors that were folded without their references.'
  expect(await answerOf(parameters, logOf(crawlerError, folded))).toBe(`${none} ${folds}`)
})

test('a reference in JSON is as it is in the log', async () => {
  const out = await answerOf(['--json', '--reference', '4f9c21ab-7e10'], logOf(crawlerError, folded))
  expect(JSON.parse(out)).toMatchObject({ records: [crawlerError, folded], leftOut: 0 })
})
