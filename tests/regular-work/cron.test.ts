/** Regular work, called by a host where no process lives. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GET } from '@/app/api/cron/route'
import { openDatabase, queryDatabase } from '@/lib/server/database/connection'
import { valueHashOf } from '@/lib/server/database/ids'
import { usedValues } from '@/lib/server/database/schema/accounts'
import { recordUse } from '@/lib/server/database/signing-keys'
import { setUpEmbedded } from '../database/setup'

setUpEmbedded()
// The work waits four times as long as its first query took.
beforeAll(openDatabase, 60_000)
const secret = 'a secret of enough characters'
let written = ''

beforeEach(() => {
  // Each test has its own settings.
  Reflect.deleteProperty(globalThis, Symbol.for('foyer.config'))
  written = ''
  const write = (text: string | Uint8Array) => {
    written += text
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(write)
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  }
})

const call = async (headers: Record<string, string> = {}) =>
  (await GET(new Request('http://127.0.0.1/api/cron', { headers }))).status

test('a portion of the regular work is done for who knows the secret', async () => {
  const isExpiredThere = async () => (await queryDatabase((queries) => queries.$count(usedValues))) > 0
  await recordUse(valueHashOf('long expired'), new Date(0))
  vi.stubEnv('CRON_SECRET', secret)
  expect(await call()).toBe(401)
  expect(await call({ authorization: 'Bearer a secret of enough charactert' })).toBe(401)
  expect(await isExpiredThere()).toBe(true)
  expect(await call({ authorization: `Bearer ${secret}` })).toBe(204)
  expect(await isExpiredThere(), 'expired values are deleted').toBe(false)
  expect(written).not.toContain(secret)
})

test('without a secret there is nothing to call', async () => {
  expect(await call({ authorization: 'Bearer ' })).toBe(404)
})
