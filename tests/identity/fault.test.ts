import { FirebaseError } from 'firebase/app'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failureOf } from '@/lib/browser/identity/fault'
import { describeIdentityError } from '@/lib/identity/error'

/** What the page tells the server's log next. */
let report: Promise<Blob>

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { pathname: '/login' })
  report = new Promise((resolve) => {
    const sendBeacon = (_: string, body: Blob) => {
      resolve(body)
      return true
    }
    vi.stubGlobal('navigator', { sendBeacon })
  })
})

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['auth/wrong-password', 'wrong-password'],
  ['auth/nobody-knows-this', 'nobody-knows-this'],
  ['app/no-app', 'app/no-app'],
])('an error of the SDK has its code: %s', async (raised, code) => {
  expect(failureOf(new FirebaseError(raised, 'words'))).toEqual({ status: 'failed', code })
})

test.each([
  ['a TypeError', new TypeError('undefined is no function'), 'undefined is no function'],
  ['a storage that fails', new DOMException('Connection lost', 'UnknownError'), 'Connection lost'],
  ['an error whose code is a number', Object.assign(new Error('of 7'), { code: 7 }), 'of 7'],
  ['an object that is no error', { message: 'somebody@example.com' }, 'identity: rejected with object'],
  ['nothing at all', undefined, 'identity: rejected with undefined'],
])('%s has words for the person, and the log has it', async (_, fault, message) => {
  expect(failureOf(fault)).toEqual({ status: 'failed', code: 'sdk-fault' })
  expect(describeIdentityError({ code: 'sdk-fault' })).toMatch(/^Something went wrong on our side/)
  expect(JSON.parse(await (await report).text()).message).toBe(message)
})
