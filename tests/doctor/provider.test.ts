import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Google, startGoogle } from '../support/google/google'
import { openClock } from '../support/site-clock'
import { runDoctor } from './doctor'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-doctor-'))
  return () => rm(folder, { recursive: true })
})

const embedded = () => ({ DATA_DIR: folder })

describe('a real identity provider', { timeout: 60_000 }, () => {
  let google: Google

  beforeAll(async () => {
    google = await startGoogle()
    return () => google.stop()
  })

  beforeEach(() => () => google.mend())

  const diagnose = (settings: Record<string, string> = {}) =>
    runDoctor({ ...embedded(), ...google.environment, ...settings })

  test('that answers is all right: credentials, keys and clock', async () => {
    const { code, output } = await diagnose()
    expect(output).toContain(`ok       Sign-in: project ${google.projectId}`)
    expect(output).toContain('ok       Service account: Google takes it')
    expect(output).toContain('ok       Session keys: 1 from identitytoolkit.googleapis.com')
    expect(output).toContain('ok       Token keys: 1 from www.googleapis.com')
    expect(output).toContain('ok       Clock: right')
    expect(output).not.toContain('PRIVATE KEY')
    expect(code).toBe(0)
  })

  test.each([
    ['ahead', 2 * 3_600_000, /^problem {2}Clock: 2 hours ahead of the key server's/m, 1],
    ['behind', -2 * 3_600_000, /^problem {2}Clock: 2 hours behind the key server's/m, 1],
    ['a little behind', -20_000, /^warning {2}Clock: (19|20|21) seconds behind/m, 0],
  ] as const)('tells of a clock that is %s', async (_, offMs, words, code) => {
    const clock = await openClock()
    await clock.pass(offMs)
    const NODE_OPTIONS = `${google.environment.NODE_OPTIONS} ${clock.nodeOption}`
    const diagnosis = await diagnose({ NODE_OPTIONS })
    await clock.close()
    expect(diagnosis.output).toMatch(words)
    expect(diagnosis.code).toBe(code)
  })

  test.each([
    [
      'answers 500',
      { status: 500 },
      /^problem {2}Session keys: identitytoolkit\.googleapis\.com answers 500/m,
    ],
    ['is silent', 'silent', /^problem {2}Session keys: identitytoolkit\.googleapis\.com cannot be reached/m],
    ['breaks off', 'reset', /^problem {2}Session keys: identitytoolkit\.googleapis\.com cannot be reached/m],
  ] as const)('whose key server %s is a problem of that one', async (_, fault, words) => {
    google.fail(fault, 'cookieKeys')
    const { code, output } = await diagnose()
    expect(output).toMatch(words)
    expect(output).toContain('ok       Token keys')
    expect(code).toBe(1)
  })

  test('whose key server answers something else has no usable key', async () => {
    const { code, output } = await diagnose({
      SESSION_KEYS_URL:
        'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com',
    })
    expect(output).toMatch(/^problem {2}Session keys: what www\.googleapis\.com answers holds no usable key/m)
    expect(code).toBe(1)
  })

  test('that refuses the credentials is a problem with its code', async () => {
    google.fail({ status: 403 }, 'accessToken')
    const { code, output } = await diagnose()
    expect(output).toMatch(/^problem {2}Service account: no access token came.*\(app\/invalid-credential\)$/m)
    expect(code).toBe(1)
  })

  test('with a key file that is broken is a problem, and the key stays secret', async () => {
    const keyFile = JSON.parse(google.environment.FIREBASE_SERVICE_ACCOUNT)
    const FIREBASE_SERVICE_ACCOUNT = JSON.stringify({ ...keyFile, private_key: 'secret' })
    const { code, output, errors } = await diagnose({ FIREBASE_SERVICE_ACCOUNT })
    expect(output).toMatch(/^problem {2}Service account: no access token came/m)
    expect(output + errors).not.toContain('secret')
    expect(code).toBe(1)
  })

  test('of another project than the key file is worth a look', async () => {
    const keyFile = JSON.parse(google.environment.FIREBASE_SERVICE_ACCOUNT)
    const FIREBASE_SERVICE_ACCOUNT = JSON.stringify({ ...keyFile, project_id: 'another' })
    const { output } = await diagnose({ FIREBASE_SERVICE_ACCOUNT })
    expect(output).toMatch(
      /^warning {2}Service account: is of project another, but FIREBASE_WEBAPP_CONFIG names/m,
    )
  })
})
