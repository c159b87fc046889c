import { writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpDoctor } from '../doctor/doctor'
import { type Google, startGoogle } from '../support/google/google'

const doctor = setUpDoctor()

describe('what the doctor says of passkeys', { timeout: 60_000 }, () => {
  let google: Google

  beforeAll(async () => {
    google = await startGoogle()
    return () => google.stop()
  })

  const SITE_URL = 'https://www.foyer.test'
  const diagnose = (settings: Record<string, string> = {}) =>
    doctor.runDoctor({ ...google.environment, ...settings })

  test('they are on with the emulator, and at a domain whose tokens can be signed', async () => {
    expect((await doctor.diagnose()).output).toContain('ok       Passkeys: on, at localhost')
    const { output } = await diagnose({ SITE_URL })
    expect(output).toContain('ok       Passkeys: on, at www.foyer.test, and tokens can be signed')
  })

  test('nothing if they are switched off', async () => {
    expect((await diagnose({ PASSKEYS: 'false' })).output).not.toContain('Passkeys')
  })

  test('credentials that can’t sign are a problem, and so is a missing SITE_URL', async () => {
    const file = doctor.at('somebody.json')
    const person = { type: 'authorized_user', client_id: 'x', client_secret: 'x', refresh_token: 'x' }
    await writeFile(file, JSON.stringify(person))
    const credentials = { FIREBASE_SERVICE_ACCOUNT: '', GOOGLE_APPLICATION_CREDENTIALS: file }
    const { output } = await diagnose({ ...credentials, SITE_URL })
    expect(output).toMatch(/^problem {2}Passkeys: on, but .*no token can be signed \(\S+\)/m)
    expect(output).toMatch(/^problem {2}Application default credentials: /m)
    expect(output).toContain('ok       Data folder')
    const { output: withoutUrl } = await diagnose()
    expect(withoutUrl).toContain('warning  Passkeys: off: SITE_URL must be set')
    expect(withoutUrl).toContain('warning  Sign-in links: off: SITE_URL must be set')
  })
})
