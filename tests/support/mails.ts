/** The emails that the emulator doesn't send. */
import { expect } from '@playwright/test'
import { callEmulator, postToEmulator, readMessages } from './accounts'
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
