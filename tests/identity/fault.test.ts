import { FirebaseError } from 'firebase/app'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failureOf } from '@/lib/browser/identity/fault'
import { describeIdentityError } from '@/lib/identity/error-words'

/** The page's next report to the server. */
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
])('an SDK error has its code: %s', async (raised, code) => {
  expect(failureOf(new FirebaseError(raised, 'words'))).toEqual({ status: 'failed', code })
})

test.each([
  ['a TypeError', new TypeError('undefined is no function'), 'undefined is no function'],
  ['a failing storage', new DOMException('Connection lost', 'UnknownError'), 'Connection lost'],
  ['an error whose code is a number', Object.assign(new Error('of 7'), { code: 7 }), 'of 7'],
  ['an object that isn’t an error', { message: 'somebody@example.com' }, 'identity: rejected with object'],
  ['undefined', undefined, 'identity: rejected with undefined'],
])('%s has a message for users, and is reported', async (_, fault, message) => {
  expect(failureOf(fault)).toEqual({ status: 'failed', code: 'sdk-fault' })
  expect(describeIdentityError({ code: 'sdk-fault' })).toMatch(/^Something went wrong on our side/)
  expect(JSON.parse(await (await report).text()).message).toBe(message)
})
