import { NextResponse } from 'next/server'
import { exportAccount } from '@/lib/server/account'
import { answer, refusal } from '@/lib/server/answer'
import { log } from '@/lib/server/log'
import { requestFacts } from '@/lib/server/request'
import { requestSession } from '@/lib/server/session'

/** All that is stored of the person, as one file. A link leads here, so what fails is told in words. */
export function GET(request: Request): Promise<NextResponse> {
  return answer(async () => {
    const { isCrossSite, requestId } = requestFacts(request.headers)
    if (isCrossSite) return refusal(403, 'cross-site')
    const found = await requestSession()
    if (found.status === 'unknown') return refusal(503, 'session-unknown')
    if (found.status !== 'valid') return refusal(401, 'no-session')
    const { userId } = found.session
    const exported = await exportAccount(found.session)
    if (exported.status === 'unavailable') {
      log('warn', 'identity.unavailable', { requestId, code: exported.code })
      return new NextResponse(noAnswer, { status: 503, headers: { ...plainText, 'retry-after': '5' } })
    }
    log('info', 'account.exported', { requestId, userId })
    return new NextResponse(`${JSON.stringify(exported.value, null, 2)}\n`, { headers: fileHeaders })
  })
}

const noAnswer =
  'Your data could not be put together just now: the sign-in service, which has a part of it, did not answer. Go back and try again in a moment.\n'

const plainText = { 'content-type': 'text/plain; charset=utf-8' }

const fileHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename="foyer-account.json"',
}
