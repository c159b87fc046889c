/** What is in the mails that the emulator does not send. */
import { expect } from '@playwright/test'
import type { Site } from './site'

export type MailType =
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'EMAIL_SIGNIN'

type Mail = { email: string; requestType: MailType; oobCode: string; oobLink: string }

/** All codes of this kind that are still good, the oldest first. */
export async function mailsTo(site: Site, email: string, type: MailType): Promise<Mail[]> {
  const response = await fetch(`${site.emulatorUrl}/emulator/v1/projects/demo-foyer/oobCodes`)
  const { oobCodes } = (await response.json()) as { oobCodes: Mail[] }
  return oobCodes.filter((mail) => mail.email === email && mail.requestType === type)
}

/** The link of the latest mail, as the provider writes it once the site's own page takes its links. */
export async function latestLink(site: Site, email: string, type: MailType): Promise<string> {
  await expect.poll(async () => (await mailsTo(site, email, type)).length, type).toBeGreaterThan(0)
  const mails = await mailsTo(site, email, type)
  return `${site.url}/auth/action${new URL(mails.at(-1)?.oobLink ?? '').search}`
}

/** Whether the code of this link can still be used. */
export async function isUnused(site: Site, link: string): Promise<boolean> {
  const code = new URL(link).searchParams.get('oobCode')
  const response = await fetch(`${site.emulatorUrl}/emulator/v1/projects/demo-foyer/oobCodes`)
  const { oobCodes } = (await response.json()) as { oobCodes: Mail[] }
  return oobCodes.some(({ oobCode }) => oobCode === code)
}

/** Has a mail sent by the provider's REST surface, for what has no page of its own. */
export async function sendMail(
  site: Site,
  request: { requestType: MailType } & Record<string, string>,
): Promise<void> {
  await ask(site, 'accounts:sendOobCode', request)
}

/** Changes the address as old clients do: the provider tells the old one, with a way back. */
export async function changeAddress(site: Site, idToken: string, email: string): Promise<void> {
  await ask(site, 'accounts:update', { idToken, email, returnSecureToken: true })
}

/** Whether the provider lets this address in with this password. */
export async function canSignIn(site: Site, email: string, password: string): Promise<boolean> {
  return (await post(site, 'accounts:signInWithPassword', { email, password })).ok
}

async function ask(site: Site, method: string, body: object): Promise<void> {
  const response = await post(site, method, body)
  if (!response.ok)
    throw new Error(`The emulator answered ${response.status} to ${method}: ${await response.text()}`)
}

function post(site: Site, method: string, body: object): Promise<Response> {
  return fetch(`${site.emulatorUrl}/identitytoolkit.googleapis.com/v1/${method}?key=demo-api-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
