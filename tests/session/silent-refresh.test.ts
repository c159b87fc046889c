/** Where a silent refresh leads, by what the site and the provider answer. */
import { expect, test } from 'vitest'
import { safeReturnPath } from '@/lib/site/return-path'
import { config, offline, openPacedPage, paced, pass, refuse, revoke, silent, untouched } from './paced-page'

openPacedPage({ isWatched: false })

type Row = [what: string, answers: Partial<typeof paced>, path: string | null, ends?: number]

const form = '/login?next=%2Fapp%3Ftab%3D2&notice='

/** The renewal has secured the account, which revoked this sign-in, too. */
const secure =
  (customToken: string | null): typeof paced.answerRenewal =>
  () =>
    paced.posts.length > 1
      ? new Response(null, { status: 204 })
      : Response.json({ code: 'account-secured', customToken }, { status: 409 })

const rows: Row[] = [
  ['a renewal leads on', {}, '/auth/success?next=%2Fapp%3Ftab%3D2'],
  [
    'a renewal that secures the account signs in again, and leads to words about it',
    { answerRenewal: secure('a custom token') },
    '/auth/success?next=%2Fapp%3Ftab%3D2&secured=0',
  ],
  [
    'a renewal that secures the account without a token for this browser leads to the form',
    { answerRenewal: secure(null) },
    `${form}expired`,
  ],
  ['a site that does not answer leads nowhere', { answerRenewal: offline }, null],
  ['a site that cannot tell leads nowhere', { answerRenewal: refuse(503) }, null],
  ['too many requests lead nowhere', { answerRenewal: refuse(429) }, null],
  ['a provider that does not answer leads nowhere', { answerToken: offline }, null],
  ['a provider that is silent for ten seconds leads to the form', { answerToken: silent }, `${form}expired`],
  ['a session past its grace leads to the form', { answerRenewal: refuse(401) }, `${form}expired`],
  [
    'a session ended elsewhere leads to the form with its reason',
    { answerRenewal: refuse(401, '5', 'session-revoked') },
    `${form}ended`,
  ],
  [
    'a cookie that no browser keeps leads to the form',
    { answerRenewal: refuse(500, '5', 'cookie-too-large') },
    `${form}expired`,
  ],
  [
    'a disabled user is signed out with that notice',
    { answerToken: revoke('USER_DISABLED') },
    `${form}disabled`,
    1,
  ],
  ['a revoked token signs out', { answerToken: revoke('TOKEN_EXPIRED') }, `${form}ended`, 1],
]

test.each(rows)('%s', async (_, answers, path, ends = 0) => {
  const { refreshSilently } = await import('@/lib/browser/session/renewal')
  Object.assign(paced, answers)
  const refreshing = refreshSilently(config, safeReturnPath('/app?tab=2'))
  await pass(10, untouched)
  expect([await refreshing, paced.ends]).toEqual([path, ends])
})
