/** What a page reports about its sign-in attempts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeChallenge, openChallenge, watchChallenges } from '@/lib/browser/identity/second-factor'
import { type AttemptOutcome, trackAttempt } from '@/lib/browser/session/attempts'
import { rememberRedirect } from '@/lib/browser/session/redirect'
import type { AttemptMethod } from '@/lib/session/attempt'
import { attemptRoute } from '@/lib/site/attempt-route'

let page: EventTarget
let beacons: Promise<string>[]

beforeEach(() => {
  page = new EventTarget()
  beacons = []
  const kept = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
  vi.stubGlobal('window', Object.assign(page, { sessionStorage, localStorage: sessionStorage }))
  vi.stubGlobal('sessionStorage', sessionStorage)
  vi.stubGlobal('localStorage', sessionStorage)
  vi.stubGlobal('navigator', {
    sendBeacon: (path: string, body: Blob) => {
      expect([path, body.type]).toEqual([attemptRoute, 'application/json'])
      return beacons.push(body.text())
    },
  })
})

afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

const leave = () => page.dispatchEvent(new Event('pagehide'))

/** As `begun password`, or `abandoned password left`. */
async function reports(): Promise<string[]> {
  const reports = await Promise.all(beacons)
  return reports.map((text) => {
    const { outcome, method, cause, ...rest } = JSON.parse(text)
    expect(rest).toEqual({})
    return [outcome, method, cause].filter(Boolean).join(' ')
  })
}

const signedIn: AttemptOutcome = { status: 'signed-in' }
const failed = (code: 'invalid-credential' | 'passkey-cancelled' | 'cancelled-popup-request') =>
  ({ status: 'failed', code }) as const

const follow = (method: AttemptMethod, outcome: AttemptOutcome, continues = false) =>
  trackAttempt(method, Promise.resolve(outcome), continues)

/** A sign-in whose outcome the test decides. */
function running(method: AttemptMethod) {
  let end: (outcome: AttemptOutcome) => void = () => undefined
  const signingIn = new Promise<AttemptOutcome>((resolve) => {
    end = resolve
  })
  const followed = trackAttempt(method, signingIn, false)
  return async (outcome: AttemptOutcome) => {
    end(outcome)
    await followed
  }
}

test('tries of a method until it succeeds are one attempt, finished once', async () => {
  await follow('password', failed('invalid-credential'))
  await follow('password', failed('invalid-credential'))
  await follow('password', signedIn)
  leave()
  expect(await reports()).toEqual(['begun password', 'finished password'])
})

test('what failed last is why an attempt is abandoned, also if another method succeeds', async () => {
  await follow('passkey', failed('passkey-cancelled'))
  await follow('password', failed('invalid-credential'))
  await follow('google', signedIn)
  leave()
  leave()
  expect(await reports()).toEqual([
    'begun passkey',
    'begun password',
    'begun google',
    'finished google',
    'abandoned passkey passkey-cancelled',
    'abandoned password invalid-credential',
  ])
})

test('a page that is left during a sign-in reports so, or that it was at the second factor', async () => {
  running('password')
  leave()
  running('password')
  const challenge = { operation: 'signIn', factors: [] } as unknown as Parameters<typeof openChallenge>[0]
  watchChallenges(() => undefined)
  openChallenge(challenge)
  leave()
  closeChallenge(challenge)
  expect(await reports()).toEqual([
    'begun password',
    'abandoned password left',
    'begun password',
    'abandoned password left-at-second-factor',
  ])
})

test('a second press replaces the first, whose end is not reported', async () => {
  const endPopup = running('google')
  const endPrompt = running('passkey')
  running('google')
  await endPopup(failed('cancelled-popup-request'))
  await follow('passkey', failed('passkey-cancelled'))
  await endPrompt(null)
  leave()
  expect(await reports()).toEqual([
    'begun google',
    'begun passkey',
    'abandoned google left',
    'abandoned passkey passkey-cancelled',
  ])
})

test('an attempt that continues by email or at a provider isn’t abandoned, and ends where it comes back', async () => {
  await follow('email-link', { status: 'done' })
  await follow('email-link', { status: 'done' })
  running('github')
  rememberRedirect('github')
  leave()
  rememberRedirect(null)
  await follow('email-link', signedIn, true)
  await follow('github', failed('invalid-credential'), true)
  leave()
  expect(await reports()).toEqual([
    'begun email-link',
    'begun github',
    'finished email-link',
    'abandoned github invalid-credential',
  ])
})
