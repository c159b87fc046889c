/** An account to try the site with, in a fresh Auth emulator. */
import { startProblem } from './terminal'

export const demoAccount = { email: 'demo@example.com', password: 'foyer-demo' }

export type EmulatedProject = { url: URL; projectId: string }

/** Made once, when there are no accounts yet: one that the person deleted stays deleted. */
export async function createDemoAccount(project: EmulatedProject): Promise<void> {
  const response = await askAsAdmin(project, 'accounts', {
    ...demoAccount,
    displayName: 'Demo',
    emailVerified: true,
  })
  if (response.ok) return
  throw startProblem(`The demo account could not be made: the emulator answered ${await response.text()}`)
}

/** Whether the demo account is still there. */
export async function hasDemoAccount(project: EmulatedProject): Promise<boolean> {
  const response = await askAsAdmin(project, 'accounts:lookup', { email: [demoAccount.email] })
  const answer: { users?: unknown[] } = await response.json()
  return Boolean(answer.users?.length)
}

/** The emulator takes the word 'owner' for an administrator's token. */
function askAsAdmin({ url, projectId }: EmulatedProject, method: string, body: object): Promise<Response> {
  return fetch(new URL(`/identitytoolkit.googleapis.com/v1/projects/${projectId}/${method}`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  })
}
