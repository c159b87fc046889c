/** The emails that the emulator doesn’t send, and the proofs of an address that their links give. */
import { expect } from '@playwright/test'
import {
  addressProofHeader,
  createdHereHeader,
  type ProofAnswer,
  proofParameter,
} from '@/lib/session/address-proof'
import {
  type Account,
  accountOf,
  callEmulator,
  createAccount,
  postToEmulator,
  readMessages,
  repeatSignIn,
  signInByCode,
} from './accounts'
import { codeOf, createdHash, postToken, sessionCookieOf } from './requests'
import type { Site } from './site'

export type MailType =
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'EMAIL_SIGNIN'

type Mail = { email: string; newEmail?: string; requestType: MailType; oobCode: string; oobLink: string }

/** The emails of this type whose codes are still valid, oldest first; `email` is the address the account had then. */
export async function mailsTo(site: Site, email: string, type: MailType): Promise<Mail[]> {
  const mails: Mail[] = await readMessages(site, 'oobCodes')
  return mails.filter((mail) => mail.email === email && mail.requestType === type)
}

/** The link of the latest email, as the provider writes it once its links lead to the site's own page. */
export async function latestLink(site: Site, email: string, type: MailType): Promise<string> {
  await expect.poll(async () => (await mailsTo(site, email, type)).length, type).toBeGreaterThan(0)
  const mails = await mailsTo(site, email, type)
  return `${site.url}/auth/action${new URL(mails.at(-1)?.oobLink ?? '').search}`
}

/** Does what an email's link does. */
export async function followMail(site: Site, { oobCode }: Mail): Promise<void> {
  await callEmulator(site, 'accounts:update', { oobCode })
}

/** Whether the code of this link is still valid. */
export async function isUnused(site: Site, link: string): Promise<boolean> {
  const code = new URL(link).searchParams.get('oobCode')
  const mails: Mail[] = await readMessages(site, 'oobCodes')
  return mails.some(({ oobCode }) => oobCode === code)
}

/** Requests an email that has no page of its own. */
export async function sendMail(
  site: Site,
  request: { requestType: MailType } & Record<string, string>,
): Promise<void> {
  const response = await postToEmulator(site, 'accounts:sendOobCode', request)
  expect(response.status, request.requestType).toBe(200)
}

/** Changes the address as old clients do: the provider emails the old one a link to restore it. */
export async function changeAddress(site: Site, idToken: string, email: string): Promise<void> {
  await callEmulator(site, 'accounts:update', { idToken, email })
}

/** Whether the provider accepts this address and password. */
export async function canSignIn(site: Site, email: string, password: string): Promise<boolean> {
  return (await postToEmulator(site, 'accounts:signInWithPassword', { email, password })).ok
}

/** Asks our server for the proof of an emailed code, which doesn't consume it. */
export function requestProof({ url }: Pick<Site, 'url'>, body: { code: string }): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${url}/api/session/proofs`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function answerOf(response: Promise<Response>): Promise<ProofAnswer> {
  const answer = await response
  if (!answer.ok) throw new Error(`no proof: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as ProofAnswer
}

/** The latest mail of this type; `address` is the one the account had then. */
export async function latestMail(site: Site, address: string, type: MailType) {
  const mail = (await mailsTo(site, address, type)).at(-1)
  if (!mail) throw new Error(`no ${type} to ${address}`)
  return mail
}

/** Does what pressing a mail's button does: asks for the proof, then uses the code. */
export async function pressMail(site: Site, address: string, type: MailType): Promise<ProofAnswer> {
  const mail = await latestMail(site, address, type)
  const answer = await answerOf(requestProof(site, { code: mail.oobCode }))
  await followMail(site, mail)
  return answer
}

/** The owner of an address verifies it. */
export async function verifyAddress(
  site: Site,
  { idToken, email }: Pick<Account, 'idToken' | 'email'>,
): Promise<string> {
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
  return (await pressMail(site, email, 'VERIFY_EMAIL')).proof
}

/** The owner of an address resets the password. */
export async function resetPassword(site: Site, email: string, newPassword: string): Promise<string> {
  await sendMail(site, { requestType: 'PASSWORD_RESET', email })
  const { oobCode } = await latestMail(site, email, 'PASSWORD_RESET')
  const { proof } = await answerOf(requestProof(site, { code: oobCode }))
  await callEmulator(site, 'accounts:resetPassword', { oobCode, newPassword })
  return proof
}

/** Our server emails a sign-in link: its code, and its nonce. */
export async function requestLink(
  site: Site,
  email: string,
  { next, ...from }: { next?: string } & Record<string, string> = {},
): Promise<{ code: string; nonce: string }> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...from },
    body: JSON.stringify({ email, next }),
  }
  const response = await fetch(`${site.url}/api/session/links`, init)
  if (response.status !== 204) throw new Error(`no link: ${response.status} ${await response.text()}`)
  const { oobCode: code, oobLink } = await latestMail(site, email, 'EMAIL_SIGNIN')
  const continueUrl = new URL(oobLink).searchParams.get('continueUrl') ?? ''
  return { code, nonce: new URL(continueUrl).searchParams.get(proofParameter) ?? '' }
}

/** Someone opens a sign-in link and signs in: the token, and the nonce that proves the address. */
export async function openLink(site: Site, email: string): Promise<Account & { proof: string }> {
  const { code, nonce } = await requestLink(site, email)
  return { ...(await signInByCode(site, email, code)), proof: nonce }
}

/** Posts a proof without a token. */
export function postProof(
  { url }: Pick<Site, 'url'>,
  proof: string,
  { email, headers = {} }: { email?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const sent = { [addressProofHeader]: proof, 'content-type': 'application/json', ...headers }
  const body = JSON.stringify({ email })
  return fetch(`${url}/api/session`, { method: 'POST', headers: sent, body })
}

/** Who has got into an account. `isSecured`: it has a new user, whose tokens these are. */
export type Arrival = { account: Account; cookie: string; isSecured: boolean; endedLinks: number }

/**
 * Comes by a sign-in link as its page does: by the nonce alone, or with the code where that needs a sign-in. `createdHere`:
 * users that were created in the browser.
 */
export async function comeByLink(
  site: Site,
  email: string,
  { createdHere, ...more }: { createdHere?: string } & Record<string, string> = {},
): Promise<Arrival> {
  const { code, nonce } = await requestLink(site, email)
  const headers = { ...more, ...(createdHere && { [createdHereHeader]: createdHash(createdHere) }) }
  const alone = await postProof(site, nonce, { email, headers })
  if (alone.status === 409) return signInSecured(site, alone, { email })
  expect(await codeOf(alone), 'the nonce alone').toEqual([200, 'sign-in-needed'])
  const account = await signInByCode(site, email, code)
  const isNew = account.isNewUser && { [createdHereHeader]: createdHash(account.userId) }
  return signInProved(site, { ...account, proof: nonce }, { ...headers, ...isNew })
}

/** The owner of an address comes by a reset as its page does: also by the proof alone, and keeps the password just typed. */
export async function comeByReset(site: Site, email: string, password: string): Promise<Arrival> {
  const proof = await resetPassword(site, email, password)
  const alone = await postProof(site, proof, { email })
  if (alone.status === 409) return signInSecured(site, alone, { email, password })
  expect(await codeOf(alone), 'the proof alone').toEqual([200, 'sign-in-needed'])
  return signInProved(site, { ...(await repeatSignIn(site, { email, password })), proof })
}

/** Posts a token with a proof, and signs in again where the account was secured, which then keeps a password just typed. */
export async function signInProved(
  site: Site,
  { proof, ...account }: Account & { proof: string },
  headers: Record<string, string> = {},
): Promise<Arrival> {
  const response = await postToken(site, account.idToken, { [addressProofHeader]: proof, ...headers })
  if (response.status === 409) return signInSecured(site, response, account)
  return { account, cookie: sessionCookieOf(response).value, isSecured: false, endedLinks: 0 }
}

/** Signs in as the account's new user, who gets a password that was just typed. */
export async function signInSecured(
  site: Site,
  secured: Response,
  { email, password }: { email: string; password?: string },
): Promise<Arrival> {
  const { customToken: token, endedLinks } = (await secured.json()) as Record<string, string | number>
  const again = await callEmulator(site, 'accounts:signInWithCustomToken', { token })
  const { idToken } = again
  if (password) await callEmulator(site, 'accounts:update', { idToken, password })
  const account = password ? await repeatSignIn(site, { email, password }) : accountOf(again, { email })
  const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
  return { account, cookie, isSecured: true, endedLinks: Number(endedLinks) }
}

/** An account whose owner has verified the address in the browser that is signed in. */
export async function createProvedAccount(site: Site): Promise<Account & { cookie: string }> {
  const account = await createAccount(site)
  const proof = await verifyAddress(site, account)
  const again = await repeatSignIn(site, account)
  const headers = { [createdHereHeader]: createdHash(account.userId) }
  return { ...again, cookie: (await signInProved(site, { ...again, proof }, headers)).cookie }
}

export type Visitor = { site: Site; cookie: string; account: Account }

/** A new account with a proved address that just signed in by password. */
export async function signInVisitor(site: Site): Promise<Visitor> {
  const { cookie, ...account } = await createProvedAccount(site)
  return { site, account, cookie }
}
