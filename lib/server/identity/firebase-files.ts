import 'server-only'
/**
 * Serves Firebase's sign-in pages from this site's own origin: browsers partition storage by site, so a redirect to a
 * provider can only come back by an auth domain that is ours (firebase.google.com/docs/auth/web/redirect-best-practices,
 * option 3).
 */
import { codeOf } from '@/lib/error-code'
import { ownOrigin } from '@/lib/http/origin'
import { firebasePolicy, policyHeader } from '@/lib/http/security-headers'
import { serverConfig } from '@/lib/server/config'
import { log } from '@/lib/server/log/log'

/** All that the sign-in pages consist of. */
const files = [
  'auth/handler',
  'auth/handler.js',
  'auth/iframe',
  'auth/iframe.js',
  'auth/experiments.js',
  'auth/links',
  'auth/links.js',
  'firebase/init.json',
]

const longestWaitMs = 10_000
const mostBytes = 2 * 1024 * 1024
/** At once: each holds a connection, and at most its bytes. */
const mostRequests = 20

/** Sent on to Firebase, and back. No cookies in either direction, and no authorization. */
const requestHeaders = ['accept', 'accept-language', 'if-none-match', 'user-agent']
const responseHeaders = ['cache-control', 'content-type', 'etag', 'location']

let running = 0

/** 404 unless the auth domain in the settings is the host of this request. The query holds codes: never log it. */
export async function answerFirebaseFile({ url, headers }: Request, file: string): Promise<Response> {
  const host = firebaseHost(headers)
  if (!host || !files.includes(file)) return answer(404, 'There is nothing here.')
  if (running >= mostRequests) return answer(503, 'Too many people are signing in. Please try again.')
  running += 1
  try {
    return await fetchFile(new URL(`https://${host}/__/${file}${new URL(url).search}`), headers)
  } catch (error) {
    log('error', 'identity.proxy-failed', { host, code: codeOf(causeOf(error)) ?? String(error) })
    return answer(502, 'The sign-in service did not answer. Close this window and try again.')
  } finally {
    running -= 1
  }
}

/** Firebase's host of this project; null if this site isn't its auth domain. */
function firebaseHost(headers: Headers): string | null {
  const { public: site, origin } = serverConfig()
  if (!site.identity || site.emulatorUrl || site.providers.length === 0) return null
  const own = ownOrigin(headers, origin)
  const isOwn = own !== null && new URL(own).host === site.identity.authDomain
  return isOwn ? `${site.identity.projectId}.firebaseapp.com` : null
}

async function fetchFile(url: URL, headers: Headers): Promise<Response> {
  const fetched = await fetch(url, {
    headers: pick(headers, requestHeaders),
    redirect: 'manual',
    signal: AbortSignal.timeout(longestWaitMs),
  })
  const body = await readAtMost(fetched, mostBytes)
  return new Response(body, {
    status: fetched.status,
    headers: [...pick(fetched.headers, responseHeaders), [policyHeader, firebasePolicy]],
  })
}

function pick(headers: Headers, names: readonly string[]): [string, string][] {
  return names.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
}

/** Null for a response that has no body. */
async function readAtMost({ body }: Response, limit: number): Promise<Blob | null> {
  if (!body) return null
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > limit) throw new Error('too large')
    chunks.push(chunk)
  }
  return new Blob(chunks)
}

/** `fetch` wraps what went wrong. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? error.cause : error
}

function answer(status: number, words: string): Response {
  return new Response(`${words}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
