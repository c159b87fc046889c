import { NextResponse } from 'next/server'
import { isNavigation } from '@/lib/http/origin'
import { exportAccount } from '@/lib/server/account/export'
import { refusal } from '@/lib/server/http/answer'
import { log } from '@/lib/server/log/log'
import { answerSignedIn } from '@/lib/server/session/session'
import { redirects } from '@/lib/site/api-routes'
import * as brand from '@/lib/site/brand'
import { routes } from '@/lib/site/routes'

/**
 * Downloads everything stored about the user. The account page links here, so navigations are redirected to sign in or get
 * errors as text; scripts get codes.
 */
export function GET(request: Request): Promise<NextResponse> {
  const refuse = isNavigation(request.headers) ? textRefusal : refusal
  return answerSignedIn(
    request,
    async (session, { requestId }) => {
      const exported = await exportAccount(session)
      if (exported.status === 'unavailable') {
        log('warn', 'identity.unavailable', { requestId, code: exported.code })
        return refuse(503, 'provider-unavailable')
      }
      const onEnd = () => log('info', 'account.exported', { requestId, userId: session.userId })
      return new NextResponse(toStream(exported.chunks, onEnd), { headers: fileHeaders })
    },
    refuse,
  )
}

/** As fast as it's read. An error aborts the download, which browsers show; it never ends as if it were complete. */
function toStream(chunks: AsyncGenerator<string, void>, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next()
      if (!next.done) return controller.enqueue(encoder.encode(next.value))
      controller.close()
      onEnd()
    },
    cancel: async () => void (await chunks.return()),
  })
}

const refusalTexts: Readonly<Record<string, string>> = {
  'cross-site': 'Download your data from your account page on this site.',
  'session-unknown': 'We can’t verify your session right now. Go back and try again in a moment.',
  'database-unavailable': 'We can’t prepare your data right now. Go back and try again in a moment.',
  'provider-unavailable':
    'We can’t prepare your data right now: the sign-in service, which has part of it, didn’t respond. Go back and try again in a moment.',
}

/** Without a session, redirects to renew it, clear its cookie, wait for its device or sign in, and then back to the account page. */
function textRefusal(status: number, code: string): NextResponse {
  if (code === 'no-session' || code === 'session-unbound') {
    const location = redirects.sessionEnded(routes.account)
    return new NextResponse(null, { status: 303, headers: { location } })
  }
  const wait = status === 503 && { 'retry-after': '5' }
  const headers = { 'content-type': 'text/plain; charset=utf-8', ...wait }
  return new NextResponse(`${refusalTexts[code]}\n`, { status, headers })
}

const fileHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(brand.name)}-account.json`,
}
