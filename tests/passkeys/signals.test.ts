import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signalPasskeys } from '@/lib/browser/passkeys/account'
import type { PublicConfig } from '@/lib/config/config'
import type { AcceptedPasskeys, PasskeyList } from '@/lib/passkeys/passkeys'

const accepted: AcceptedPasskeys = {
  ...{ rpId: 'localhost', userId: 'handle', name: 'ada@example.com', displayName: 'Ada' },
  allAcceptedCredentialIds: ['first'],
}
const list = (accepted: AcceptedPasskeys | null) =>
  Response.json({ passkeys: [], accepted, isAddressProved: true } satisfies PasskeyList)
let signaled: string[]

function stubSignals(signal: (name: string) => void) {
  const names = ['signalAllAcceptedCredentials', 'signalCurrentUserDetails']
  const api = Object.fromEntries(names.map((name) => [name, async () => signal(name)]))
  vi.stubGlobal('window', Object.assign(new EventTarget(), { PublicKeyCredential: api }))
  vi.stubGlobal('PublicKeyCredential', api)
}

beforeEach(() => {
  signaled = []
  stubSignals((name) => signaled.push(name))
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['the list and the names', list(accepted), ['signalAllAcceptedCredentials', 'signalCurrentUserDetails']],
  ['nothing without a passkey', list(null), []],
  ['nothing in an outage', new Response(null, { status: 503 }), []],
])('password managers are sent %s', async (_, response, expected) => {
  vi.stubGlobal('fetch', async () => response)
  await signalPasskeys({} as PublicConfig)
  expect(signaled).toEqual(expected)
})

test('a browser that rejects a signal, or has none, does no harm', async () => {
  vi.stubGlobal('fetch', async () => list(accepted))
  stubSignals(() => {
    throw new DOMException('Not this domain', 'SecurityError')
  })
  await signalPasskeys({} as PublicConfig)
  vi.stubGlobal('window', new EventTarget())
  await signalPasskeys({} as PublicConfig)
})
