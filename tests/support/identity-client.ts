/** Foyer's identity client outside a browser, and a provider that records the SDK's requests. */
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { deleteApp, getApp } from 'firebase/app'
import { createIdentityClient, type IdentityClient } from '@/lib/browser/identity/firebase'
import { unsignedToken } from './accounts'
import { listen } from './ports'

export type ProviderRequest = {
  call: string
  type: string
  body: Record<string, unknown>
  heartbeats: string | null
}
export type Answer = (response: ServerResponse) => void

export const credentials = { email: 'ada@example.com', password: 'long enough' }

/** A provider for one test file. */
export async function startProvider() {
  let asked: ProviderRequest[] = []
  let answers: Record<string, Answer> = {}
  let tokens = 0
  let people = 0

  const server = createServer(async (request, response) => {
    const call = request.url?.replace(/^.*\/([^/?]*).*$/, '$1') ?? ''
    const type = request.headers['content-type'] ?? ''
    const body = await text(request)
    const heartbeats = request.headers['x-firebase-client']?.toString() ?? null
    asked.push({ call, type, body: type.includes('json') ? JSON.parse(body) : form(body), heartbeats })
    const answer = answers[call]
    if (answer) answer(response)
    else response.end(JSON.stringify(usualAnswer(call)))
  })
  const address = `http://127.0.0.1:${await listen(server)}`

  /** Each token is different. */
  function usualAnswer(call: string): object {
    tokens += 1
    const idToken = unsignedToken({ sub: 'ada', jti: tokens, iat: 1, exp: 2, auth_time: 1 })
    if (call === 'token') return { access_token: idToken, refresh_token: 'again', expires_in: '3600' }
    if (call === 'accounts:lookup') return { users: [{ localId: 'ada' }] }
    return { idToken, refreshToken: 'again', expiresIn: '3600', localId: 'ada', email: credentials.email }
  }

  const open = () =>
    createIdentityClient({ apiKey: `key-${people}`, projectId: 'some-project' }, address, () => undefined)

  return {
    asked: () => asked,
    calls: () => asked.map(({ call }) => call),
    /** Forgets the requests so far. */
    forget(): void {
      asked = []
    },
    answer(call: string, answer: Answer): void {
      answers = { ...answers, [call]: answer }
    },
    mend(): void {
      answers = {}
    },
    open,
    /** Signs in, and returns the token of later calls. */
    async signIn(client: IdentityClient): Promise<string> {
      const outcome = await client.signIn(credentials)
      if (outcome.status === 'failed') throw new Error(outcome.code)
      return outcome.value.idToken
    },
    /** As after a reload: outside browsers the SDK keeps its user in memory. */
    async openAgain(): Promise<IdentityClient> {
      await deleteApp(getApp())
      return open()
    },
    /** The next client has no user, as users are stored by API key. */
    async leave(): Promise<void> {
      await deleteApp(getApp())
      people += 1
      asked = []
      answers = {}
    },
    close: () => server.close(),
  }
}

export type Provider = Awaited<ReturnType<typeof startProvider>>

/** An error response of the provider. */
export function refuse(status: number, message: string): Answer {
  return (response) => response.writeHead(status).end(JSON.stringify({ error: { code: status, message } }))
}

function form(body: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(body))
}
