import 'server-only'
/**
 * Binds sessions to the browser's device (Device Bound Session Credentials, w3c.github.io/webappsec-dbsc). The browser makes a
 * key that can't leave the device, and refreshes a short-lived cookie by its signature. Other browsers ignore the header.
 */
import { isIP } from 'node:net'
import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { isFirebaseHosting, ownOrigin } from '@/lib/http/origin'
import { serverConfig } from '@/lib/server/config'
import { bindSession, deleteBinding, mayBindSessions } from '@/lib/server/database/bindings'
import { parseSessionId } from '@/lib/server/database/ids'
import { type Binding, type FoundSession, findSessionById } from '@/lib/server/database/sessions'
import { refusal } from '@/lib/server/http/answer'
import type { RequestFacts } from '@/lib/server/http/request'
import { readDeviceProof } from '@/lib/session/device-proof'
import { bindingRequests } from '@/lib/site/binding-routes'
import { boundCookie, newBoundCookie } from './bound-cookie'
import type { NewCookie } from './cookie'
import { remainingLifetimeMs } from './current'
import { type Purpose, readSignedValue, signValue } from './signed-values'

type Client = Pick<RequestFacts, 'clientAddress'>

const registrationSeconds = 600
/** Longer, as the browser sends the same proof again when an answer is lost. */
const refreshSeconds = 3600

/** Asks the browser to bind a session that isn't bound yet, where bindings work. The challenge stands in this answer only. */
export async function offerBinding(response: NextResponse, sent: Headers, cookie: NewCookie): Promise<void> {
  if (cookie.isBound || !canBind(sent) || !(await mayBindSessions())) return
  const challenge = await signValue('binding', { sessionId: cookie.sessionId }, registrationSeconds)
  const registration = `(ES256);path="${bindingRequests.register}";challenge="${challenge}"`
  response.headers.set('secure-session-registration', registration)
}

/** Whether a binding can work here: over https, at a name, with both cookies, of which Firebase Hosting drops one. */
function canBind(headers: Headers): boolean {
  const { bindsDevices, origin } = serverConfig()
  const own = ownOrigin(headers, origin)
  if (!bindsDevices || !own?.startsWith('https://') || isFirebaseHosting(own)) return false
  return !headers.has('x-fh-requested-host') && isIP(new URL(own).hostname.replace(/[[\]]/g, '')) === 0
}

/** Binds the session of a challenge to the key that signed it. A refusal leaves the session as it is, unbound. */
export async function registerBinding(headers: Headers, client: Client): Promise<NextResponse> {
  const proof = serverConfig().bindsDevices ? await readProof(headers, 'binding') : null
  const row = proof && (await findSessionById(proof.sessionId))
  if (!row || !isUsable(row)) return refusal(403, 'binding-refused')
  const binding = await bindSession(row.id, proof.jwk)
  return binding ? bound(binding, client) : refusal(409, 'bound-to-another-key')
}

/** Answers 200 with a new cookie, or to end the binding, or 403 with a challenge. */
export async function refreshBinding(headers: Headers, client: Client): Promise<NextResponse> {
  const id = parseSessionId(unquoted(headers.get('sec-secure-session-id')))
  const row = id && (await findSessionById(id))
  if (row?.binding && !serverConfig().bindsDevices) await deleteBinding(row.id)
  else if (row?.binding && isUsable(row)) {
    const { binding } = row
    const proof = await readProof(headers, 'binding-refresh', binding)
    const response = proof ? bound(binding, client) : new NextResponse(null, { status: 403 })
    const challenge = await signValue('binding-refresh', { sessionId: row.id }, refreshSeconds)
    response.headers.set('secure-session-challenge', `"${challenge}";id="${row.id}"`)
    return response
  }
  // The cookie stays: by now it may be a newer session's.
  return NextResponse.json({ session_identifier: id ?? '', continue: false })
}

/** Whether the session is live; its cookie may have to be renewed. */
function isUsable({ revokedAt, createdAt }: FoundSession): boolean {
  return revokedAt === null && remainingLifetimeMs(createdAt) > 0
}

/**
 * The binding, with a new cookie. Other sites can't cause a refresh: by its time they would learn who is signed in. Their links
 * get a page that loads again by itself.
 */
function bound(binding: Binding, { clientAddress }: Client): NextResponse {
  const { name, attributes } = boundCookie
  const response = NextResponse.json({
    session_identifier: binding.sessionId,
    refresh_url: bindingRequests.refresh,
    scope: { include_site: false, scope_specification: [] },
    credentials: [{ type: 'cookie', name, attributes }],
  })
  response.headers.append('set-cookie', newBoundCookie(binding, clientAddress))
  return response
}

/**
 * The session that a browser proves to be for, and its key: that of the binding, or for a new one the key in the proof. Null
 * unless it signed a challenge of ours for this purpose and session. The same proof may come again, as after a lost answer.
 */
async function readProof(headers: Headers, purpose: Purpose, binding?: Binding) {
  const proof = await readDeviceProof(unquoted(headers.get('secure-session-response')), binding?.jwk)
  const challenge = proof && (await readSignedValue(purpose, proof.challenge, challengeClaims))
  const sessionId = parseSessionId(challenge?.claims.sessionId)
  if (!proof || !sessionId || (binding && binding.sessionId !== sessionId)) return null
  return { sessionId, jwk: proof.jwk }
}

const challengeClaims = v.object({ sessionId: v.string() })

/** A header's text, which may be a quoted string (RFC 9651). */
function unquoted(header: string | null): string {
  return (header ?? '').replace(/^"(.*)"$/, '$1')
}
