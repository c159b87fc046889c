import { createAccount } from '../support/accounts'
import { queryDatabase } from '../support/database/rows'
import { createTlsIdentity } from '../support/google/certificates'
import { startTlsProxy } from '../support/own-domain'
import { postToken } from '../support/requests'
import { expect, test } from './fixtures'
import { isAt, see, signOut } from './steps'

test.use({ settings: { TRUSTED_PROXIES: '1' } })

test('nothing changes where a browser is offered a binding and knows none', async ({ tab, site }) => {
  let registrations = 0
  const front = await startTlsProxy(site.url, await createTlsIdentity(), ({ url }) => {
    if (url?.startsWith('/api/session/binding')) registrations += 1
    return false
  })
  const url = `https://localhost:${front.port}`
  await queryDatabase(site.databaseUrl ?? '', `update bindings_since set at = now() - interval '2 hours'`)
  const { idToken, email } = await createAccount(site)
  const offered = await postToken(site, idToken, {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': new URL(url).host,
  })
  expect(offered.headers.has('secure-session-registration')).toBe(true)
  // WebKit lets no page of https ask the emulator, so the form can't.
  await tab.open(`${url}/terms`)
  expect(await tab.run(openSession, idToken)).toBe(204)
  for (const path of ['/app', '/app/account']) {
    await tab.open(url + path)
    await see(tab, path === '/app' ? 'New note' : email)
    await tab.reload()
    await isAt(tab, path)
  }
  await signOut(tab)
  await tab.open(`${url}/app`)
  await isAt(tab, '/login?next=%2Fapp')
  expect(registrations).toBe(0)
  await front.close()
})

/** Runs in the page. */
async function openSession(idToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${idToken}` }
  return (await fetch('/api/session', { method: 'POST', headers })).status
}
