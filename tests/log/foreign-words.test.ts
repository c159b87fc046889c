/** Words of others by which secrets and noise are known: as this version of each says them. */
import { ErrorFactory } from '@firebase/util'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { scrub } from '@/lib/log/scrub'

test('the values of a query that failed, as Drizzle names them, are taken out', () => {
  const { message } = new DrizzleQueryError('insert into notes values ($1)', ['my diary'], new Error('down'))
  expect(scrub(message)).toBe('Failed query: insert into notes values ($1)\nparams: […]')
})

test.each(['my diary', 'my diary, and what else I wrote on all the other days of this long year'])(
  'what is no JSON, as this Node quotes it, is taken out: %s',
  (text) => {
    expect(scrub(messageOf(() => JSON.parse(text)))).toBe("Unexpected token 'm', […] is not valid JSON")
  },
)

test('the one error of Firebase’s that nobody can catch has these words', () => {
  const { message } = new ErrorFactory('auth', 'Firebase', { 'internal-error': '' }).create('internal-error')
  expect(message).toBe('Firebase: Error (auth/internal-error).')
})

function messageOf(fail: () => void): string {
  try {
    fail()
    return ''
  } catch (error) {
    return String(error instanceof Error && error.message)
  }
}
