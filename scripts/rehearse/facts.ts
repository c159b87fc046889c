/** What we believe of the identity provider, each with how to try it. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Fields, notTried, type Project, password, sdk } from './project'

type Fact = (p: Project) => Promise<boolean>
type User = Awaited<ReturnType<Project['signUp']>>
type Act = (p: Project, user: User) => Promise<unknown>
type Thing = readonly [method: string, make: (p: Project, user: User) => Promise<Fields>]

const idToken: Thing = ['accounts:lookup', async (_, user) => ({ idToken: user.idToken })]
const refreshToken: Thing = ['token', async (_, user) => ({ refreshToken: user.refreshToken })]
const customToken: Thing = ['accounts:signInWithCustomToken', (_, { localId }) => tokenOf(localId)]
const verifyCode: Thing = ['accounts:update', (p, { email }) => p.code('VERIFY_EMAIL', email)]
const changeCode: Thing = ['accounts:update', (p, { email }) => codeToChange(p, email)]
const resetCode: Thing = ['accounts:resetPassword', (p, { email }) => p.code('PASSWORD_RESET', email)]
const signInCode: Thing = ['accounts:signInWithEmailLink', (p, { email }) => p.code('EMAIL_SIGNIN', email)]
const tokenOf = async (id: string) => ({ token: await sdk((auth) => auth.createCustomToken(id)) })
const codeToChange = (p: Project, email: string) => p.code('VERIFY_AND_CHANGE_EMAIL', email, p.newAddress())
const edit = (id: string, changes: object) => sdk((auth) => auth.updateUser(id, changes))
const remove: Act = (_, { localId }) => sdk((auth) => auth.deleteUser(localId))
const follow: Act = async (p, user) => [await remove(p, user), await p.signUp(user.email)]
const reimport: Act = async (p, user) => [await remove(p, user), await p.importUser(user.email, user.localId)]
const revoke: Act = (_, { localId }) => sdk((auth) => auth.revokeRefreshTokens(localId))
const renew: Act = (_, { localId }) => edit(localId, { password: `${password}!` })
const disable: Act = (_, { localId }) => edit(localId, { disabled: true })
const move: Act = async (p, { email }) => p.does('accounts:update', await codeToChange(p, email))

async function bringBack(p: Project, user: User) {
  const token = await tokenOf(user.localId)
  await remove(p, user)
  return p.does('accounts:signInWithCustomToken', token)
}

/** Whether a thing is refused after what happens in a later second. */
function ends([method, make]: Thing, happens: Act): Fact {
  return async (p) => {
    const user = await p.signUp()
    const held = await make(p, user)
    await delay(1_100)
    await happens(p, user)
    return p.refuses(method, held)
  }
}

/** By the claim. */
export const facts: Readonly<Record<string, Fact>> = {
  'An ID token ends when its user is deleted': ends(idToken, remove),
  'A refresh token ends when its user is deleted': ends(refreshToken, remove),
  'A custom token makes a deleted user again': async (p) => (await bringBack(p, await p.signUp())).isNewUser,
  'An ID token stays ended when a custom token has made its user again': ends(idToken, bringBack),
  'A refresh token stays ended when a custom token has made its user again': ends(refreshToken, bringBack),
  'An ID token stays ended when its user is imported again': ends(idToken, reimport),
  'A refresh token stays ended when its user is imported again': ends(refreshToken, reimport),
  'A `VERIFY_EMAIL` code ends when a new user has the address': ends(verifyCode, follow),
  'A `VERIFY_AND_CHANGE_EMAIL` code ends when a new user has the address': ends(changeCode, follow),
  'A `PASSWORD_RESET` code ends when a new user has the address': ends(resetCode, follow),
  'An `EMAIL_SIGNIN` code ends when a new user has the address': ends(signInCode, follow),
  'A `RECOVER_EMAIL` code ends when a new user has the address': async (p) => {
    const user = await p.signUp(p.mailbox())
    const isMoved = !(await p.refuses('accounts:update', { idToken: user.idToken, email: p.newAddress() }))
    if (!isMoved) await move(p, user)
    const oobCode = (await p.mailed()) ?? notTried('no mail came')
    await follow(p, user)
    return p.refuses('accounts:update', { oobCode })
  },
  '`importUsers` makes a user with a verified address, found by it and a Google identity': async (p) => {
    const [email, providerId, uid] = [p.newAddress(), 'google.com', crypto.randomUUID()]
    await p.importUser(email, email, [{ providerId, uid }])
    const found = await sdk((auth) => auth.getUsers([{ email }, { providerId, providerUid: uid }]))
    return found.notFound.length === 0 && found.users.length === 1 && Boolean(found.users[0]?.emailVerified)
  },
  '`importUsers` refuses an address that another user has': async (p) =>
    !(await p.importUser((await p.signUp()).email, p.newAddress())),
  '`importUsers` replaces a user with the same ID': async (p) =>
    p.importUser(p.newAddress(), (await p.signUp()).localId),
  'An imported user can sign in by a custom token at once, and set a password': async (p) => {
    const email = p.newAddress()
    await p.importUser(email)
    const signedIn = await p.does('accounts:signInWithCustomToken', await tokenOf(email))
    return !(await p.refuses('accounts:update', { idToken: signedIn.idToken, password }))
  },
  'A revocation ends ID tokens': ends(idToken, revoke),
  'A revocation ends refresh tokens': ends(refreshToken, revoke),
  'A revocation ends custom tokens': ends(customToken, revoke),
  'A revocation ends codes': ends(resetCode, revoke),
  'A new password ends refresh tokens': ends(refreshToken, renew),
  'A new password ends codes': ends(resetCode, renew),
  'A disabled user’s refresh tokens are refused': ends(refreshToken, disable),
  'A disabled user’s codes are refused': ends(resetCode, disable),
  'A change of address by a code ends ID tokens': ends(idToken, move),
  'A change of address by a code ends refresh tokens': ends(refreshToken, move),
  'A change of address by a code mails the former one': async (p) => {
    await move(p, await p.signUp(p.mailbox()))
    return (await p.mailed()) !== null
  },
  'A change of address by an administrator mails nobody': async (p) => {
    await edit((await p.signUp(p.mailbox())).localId, { email: p.newAddress() })
    return (await p.mailed()) === null
  },
  'A page can’t change an address at once': async (p) =>
    p.refuses('accounts:update', { idToken: (await p.signUp()).idToken, email: p.newAddress() }),
  'An administrator gets links of four kinds, and none is mailed': async (p) => {
    const user = await p.signUp(p.mailbox())
    for (const [, make] of [verifyCode, changeCode, resetCode, signInCode]) await make(p, user)
    return (await p.mailed()) === null
  },
  'An ID token alone adds a second factor, but at a verified address only': async (p) => {
    const { localId, idToken } = await p.signUp()
    const call = ['../v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} }] as const
    const isRefused = await p.refuses(...call)
    await edit(localId, { emailVerified: true })
    return (await p.does(...call)) && isRefused
  },
}
