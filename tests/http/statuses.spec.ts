/** A fallback of the server (`loading.tsx`, `<Suspense>`) fixes the status at 200 before a page knows what it is. */
import { pages } from '@/lib/site/pages'
import { paths } from '@/lib/site/routes'
import { createAccount } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import { get, postToken, sessionCookieOf } from '../support/requests'

const uuid = '0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'

/** Pages that aren't 200: signed out, signed in. */
const special: Readonly<Record<string, readonly [number, number]>> = {
  [paths.login]: [200, 307],
  [paths.authSuccess]: [200, 307],
  [paths.silentRefresh]: [200, 307],
  '/app/unknown': [307, 404],
  '/unknown': [404, 404],
}

test('each page has the right status, signed out and signed in', async ({ site }) => {
  const { idToken } = await createAccount(site)
  const cookie = `__session=${sessionCookieOf(await postToken(site, idToken)).value}`
  const known = pages.map(({ pattern }) => pattern)
  const statuses: Record<string, number[]> = {}
  for (const page of new Set([...known, ...Object.keys(special)])) {
    const path = page.replace('{uuid}', uuid)
    const answers = [await get(site, path), await get(site, path, { cookie })]
    statuses[page] = answers.map(({ status }) => status)
  }
  // Nobody has anything of that ID.
  const signedIn = (pattern: string) => (pattern.includes('{uuid}') ? 404 : 200)
  const expected = pages.map(({ pattern, guard }) => [
    pattern,
    guard === 'session' ? [307, signedIn(pattern)] : [200, 200],
  ])
  expect(statuses).toEqual({ ...Object.fromEntries(expected), ...special })
})
