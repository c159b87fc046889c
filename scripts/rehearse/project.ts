/** The project of the settings, as the facts use it: as a page, as its administrator, and with an operator's mailbox. */
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { serverConfig } from '../../lib/server/config'
import { callProvider, type IdentityResult } from '../../lib/server/identity/call'
import { callAsAdmin } from '../../lib/server/identity/toolkit'
import { say, startProblem } from '../start/terminal'

export type Project = ReturnType<typeof openProject>
export type Fields = Record<string, unknown>
type Identity = { providerId: string; uid: string }

/** Of the users that are made. */
export const password = crypto.randomUUID()

/** Opens the project; `stop` ends the wait for a mail. */
export function openProject(stop: AbortSignal, mailboxAddress?: string) {
  const { identity, emulatorUrl } = serverConfig().public
  if (!identity) throw startProblem('FIREBASE_WEBAPP_CONFIG is not set: there is no project.')
  const run = `rehearsal-${crypto.randomUUID().slice(0, 8)}`
  const ids = new Set<string>()
  const newAddress = () => `${run}-${crypto.randomUUID()}@example.com`
  const mailbox = () => mailboxAddress ?? notTried('needs a mailbox')

  /** A page's call; `token` refreshes an ID token. */
  async function ask(method: string, fields: Fields) {
    const host = method === 'token' ? 'securetoken' : 'identitytoolkit'
    const url = `${emulatorUrl ?? 'https:/'}/${host}.googleapis.com/v1/${method}?key=${identity?.apiKey}`
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: `${fields.refreshToken}` })
    const json = JSON.stringify({ ...fields, ...(method.includes(':sign') && { returnSecureToken: true }) })
    const body = method === 'token' ? form : new Blob([json], { type: 'application/json' })
    const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(9_000) })
    const { error, ...said } = v.parse(answer, await response.json())
    ids.add(said.localId)
    if (response.status >= 429 || /QUOTA|TOO_MANY/.test(error.message)) notTried(error.message)
    return { ...said, refusal: response.ok ? null : error.message }
  }

  async function does(...call: Parameters<typeof ask>) {
    const said = await ask(...call)
    return said.refusal === null ? said : notTried(said.refusal)
  }

  /** Imports a user with a verified address, by default as its ID, too; false if that is refused. */
  async function importUser(email: string, uid = email, providerData: Identity[] = []): Promise<boolean> {
    ids.add(uid)
    const user = { uid, email, emailVerified: true, providerData }
    return (await sdk((auth) => auth.importUsers([user]))).failureCount === 0
  }

  /** The code of a link that an administrator gets, with what it is sent with. */
  async function code(requestType: string, email: string, newEmail?: string) {
    const continueUrl = `https://${identity?.projectId}.firebaseapp.com/`
    const body = { requestType, email, newEmail, continueUrl, canHandleCodeInApp: true, returnOobLink: true }
    const { oobLink } = v.parse(answer, okOf(await callAsAdmin({ method: 'accounts:sendOobCode', body })))
    const more = requestType === 'PASSWORD_RESET' ? { newPassword: password } : {}
    return { oobCode: codeIn(oobLink), ...more, ...(requestType === 'EMAIL_SIGNIN' && { email }) }
  }

  /** The code of a mail to the mailbox; null if none comes. */
  async function mailed(): Promise<string | null> {
    say(`Paste the link of a new mail to ${mailbox()}, or press Enter if none comes in two minutes.`)
    const lines = createInterface({ input: process.stdin, terminal: false, signal: stop })
    const { value = notTried('nobody answered') } = await lines[Symbol.asyncIterator]().next()
    lines.close()
    return URL.canParse(value) ? codeIn(value) : null
  }

  const users = async () => (await sdk((auth) => auth.listUsers())).users

  /** Deletes the users that the facts have made. */
  async function clean(): Promise<void> {
    const isOwn = (id: string, email = '') => ids.has(id) || email.startsWith(run) || email === mailboxAddress
    const own = (await users()).flatMap(({ uid, email }) => (isOwn(uid, email) ? uid : []))
    if (own.length > 0) await sdk((auth) => auth.deleteUsers(own))
  }

  return {
    ...{ name: identity.projectId, newAddress, mailbox, does, importUser, code, mailed, users, clean },
    refuses: async (...call: Parameters<typeof ask>) => (await ask(...call)).refusal !== null,
    signUp: async (email = newAddress()) => ({
      ...(await does('accounts:signUp', { email, password })),
      email,
    }),
  }
}

/** Says why a fact can't be tried. */
export function notTried(reason: string): never {
  throw new Error(reason)
}

/** What the Admin SDK's call returns. */
export const sdk = async <T>(call: Parameters<typeof callProvider<T>>[0]) => okOf(await callProvider(call))

const okOf = <T>(result: IdentityResult<T>) => (result.status === 'ok' ? result.value : notTried(result.code))
const codeIn = (link: string) => new URL(link).searchParams.get('oobCode')
const text = v.optional(v.string(), '')
const tokens = { idToken: text, refreshToken: text, isNewUser: v.optional(v.boolean(), false) }
const error = v.optional(v.object({ message: text }), {})
const answer = v.object({ localId: text, oobLink: text, ...tokens, error })
