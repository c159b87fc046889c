/** The Admin SDK's access token from a metadata server, as on Cloud Run; here it's on loopback. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { applicationDefault, type Credential, deleteApp, getApp } from 'firebase-admin/app'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { signCustomToken, userProfile } from '@/lib/server/identity/user'
import type { ProviderUserId } from '@/lib/session/token'

const ada = 'ada' as ProviderUserId

/** Responses that aren't sent yet. */
const pending: ServerResponse[] = []
const server = createServer((_, response) => void pending.push(response))

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('FIREBASE_WEBAPP_CONFIG', '{"apiKey":"AIzaExample","projectId":"my-project"}')
  vi.stubEnv('GCE_METADATA_HOST', `127.0.0.1:${(server.address() as AddressInfo).port}`)
  vi.stubEnv('K_SERVICE', 'foyer')
  vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'my-project')
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '')
  vi.stubEnv('CLOUDSDK_CONFIG', tmpdir())
})

afterEach(async () => {
  pending.splice(0)
  await deleteApp(getApp())
})

afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

const credential = () => getApp().options.credential as Credential
const token = async () => (await credential().getAccessToken()).access_token

/** Requests a token until it times out. */
async function requestUntilTimeout(): Promise<void> {
  const profile = userProfile(ada)
  await expect.poll(() => pending.length, { timeout: 15_000 }).toBe(1)
  await expect(token()).rejects.toMatchObject({ code: 'timeout' })
  expect(await profile).toEqual({ status: 'unavailable', code: 'timeout' })
}

function answer(response: ServerResponse | undefined, accessToken: string): void {
  response?.setHeader('metadata-flavor', 'Google')
  response?.end(JSON.stringify({ access_token: accessToken, expires_in: 3599, token_type: 'Bearer' }))
}

test('an access token whose response is lost is requested again', async () => {
  await requestUntilTimeout()
  const again = token()
  await expect.poll(() => pending.length, { timeout: 3_000 }).toBe(2)
  answer(pending[1], 'ya29.example')
  expect(await again).toBe('ya29.example')
})

test('an access token that arrives late is used by the next call', async () => {
  await requestUntilTimeout()
  answer(pending[0], 'ya29.late')
  const soon = () => Promise.race([token(), delay(1_000, null, { ref: false })])
  await expect.poll(soon, { timeout: 15_000 }).toBe('ya29.late')
})

test('on a Google machine without a service account, signing fails with the metadata’s status', async () => {
  // Loading the library may take longer than the provider may.
  const signed = signCustomToken(ada, { deadline: performance.now() + 60_000 })
  await expect.poll(() => pending.length, { timeout: 15_000 }).toBe(1)
  pending[0]?.writeHead(404, { 'metadata-flavor': 'Google' }).end()
  expect(await signed).toEqual({ status: 'unavailable', code: 'metadata-404' })
})

test('credentials that the library refuses without a code count as invalid ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-credentials-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'key.json'), '{}')
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', join(folder, 'key.json'))
  const signed = await signCustomToken(ada, { deadline: performance.now() + 60_000 })
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '')
  expect(signed).toEqual({ status: 'unavailable', code: 'app/invalid-credential' })
})

test('the SDK recognizes the credential as its own, so it sends the quota project', async () => {
  void userProfile(ada)
  expect(credential()).toBeInstanceOf(applicationDefault().constructor)
})
