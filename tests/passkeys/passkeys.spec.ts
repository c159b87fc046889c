/** Adding and using passkeys, over HTTP with the embedded database. */

import { credentialClaim } from '@/lib/session/token'
import * as brand from '@/lib/site/brand'
import { expect, siteTest as test } from '../support/fixtures'
import { signInVisitor } from '../support/mails'

import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { addKey, listPasskeys, registrationChallenge, signInWithKey, stepUpChallenge } from './requests'

const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

test('a passkey is added, and its sign-in creates a session like any other', async ({ site }) => {
  const who = await signInVisitor(site)
  const key = await addKey(who, { aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' })
  const {
    passkeys: [listed],
  } = await listPasskeys(who)
  expect(listed).toMatchObject({
    ...{ id: key.passkeyId, name: 'Google Password Manager', lastUsedAt: null },
    ...{ isSynced: true, worksHere: true },
  })

  const idToken = await signInWithKey(site, key)
  expect(claimsIn(idToken)).toMatchObject({
    sub: who.account.userId,
    [credentialClaim]: key.passkeyId,
    firebase: { sign_in_provider: 'custom' },
  })
  const opened = await postToken(site, idToken)
  expect(opened.status).toBe(204)
  expect((await getNotesPage(site, sessionCookieOf(opened).value)).status).toBe(200)
  expect(Date.parse((await listPasskeys(who)).passkeys[0]?.lastUsedAt ?? '')).toBeGreaterThan(
    Date.now() - 60_000,
  )
  const events = () => site.records().filter(({ userId }) => userId === who.account.userId)
  await expect
    .poll(() => events().map(({ event }) => event))
    .toEqual(expect.arrayContaining(['passkey.added', 'passkey.accepted', 'session.opened']))
})

test('a person’s passkeys have one handle, are excluded from another, and keep their transports', async ({
  site,
}) => {
  const who = await signInVisitor(site)
  const { options } = await registrationChallenge(who)
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: brand.name },
    user: { name: who.account.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  })
  const key = await addKey(who, { transports: ['internal', 'smart-card', 7, '<script>'] })
  const next = await registrationChallenge(who)
  const known = [{ id: key.id, transports: ['internal', 'smart-card'], type: 'public-key' }]
  expect(next.options).toMatchObject({ user: { id: options.user.id }, excludeCredentials: known })
  expect((await stepUpChallenge(who)).options).toMatchObject({ allowCredentials: known })
})

test('attestation is ignored', async ({ site }) => {
  const who = await signInVisitor(site)
  const attestations = [
    { fmt: 'packed', attStmt: new Map<string, unknown>([['sig', new Uint8Array(9)]]) },
    { fmt: 'of-a-manager', attStmt: new Map() },
  ]
  for (const attestation of attestations) await addKey(who, { attestation, transports: null })
  expect((await listPasskeys(who)).passkeys).toHaveLength(2)
})
