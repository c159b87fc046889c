import { createAccount } from '../support/accounts'
import { queryDatabase } from '../support/database/rows'
import { expect, siteTest as test } from '../support/fixtures'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'

test.use({ database: 'postgres' })

test('a sign-in beyond a hundred sessions signs out the one that was seen least recently', async ({
  site,
}) => {
  const { idToken, userId } = await createAccount(site)
  const first = sessionCookieOf(await postToken(site, idToken)).value
  await queryDatabase(
    site.databaseUrl,
    `insert into sessions (id, token_hash, uid, created_at, renewed_at, seen_at, expires_at)
     select gen_random_uuid(), gen_random_uuid()::text, $1, now(), now(), now() + interval '1 second', now() + interval '1 day'
     from generate_series(1, 99)`,
    [userId],
  )
  expect((await getNotesPage(site, first)).status).toBe(200)
  const last = sessionCookieOf(await postToken(site, idToken)).value
  expect((await getNotesPage(site, first)).headers.get('location')).toContain('/api/session/ended')
  expect((await getNotesPage(site, last)).status).toBe(200)
  const [row] = await queryDatabase(
    site.databaseUrl,
    'select count(*)::int as count from sessions where uid = $1',
    [userId],
  )
  expect(row).toEqual({ count: 100 })
})
