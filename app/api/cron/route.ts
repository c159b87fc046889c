import { createHash, timingSafeEqual } from 'node:crypto'
import { NextResponse } from 'next/server'
import { serverConfig } from '@/lib/server/config'
import { answer, refusal } from '@/lib/server/http/answer'
import { answerUnknownPath } from '@/lib/server/http/not-found'
import { workOnce } from '@/lib/server/regular-work'

/** Does a portion of the regular work, for hosts where no process lives. There is nothing here without `CRON_SECRET`. */
export async function GET(request: Request): Promise<Response> {
  const { cronSecret } = serverConfig()
  if (cronSecret === null) return answerUnknownPath(request)
  return answer(async () => {
    if (!isEqual(request.headers.get('authorization') ?? '', `Bearer ${cronSecret}`))
      return refusal(401, 'wrong-secret')
    await workOnce()
    return new NextResponse(null, { status: 204 })
  })
}

/** In constant time, whatever was sent. */
function isEqual(sent: string, expected: string): boolean {
  return timingSafeEqual(digestOf(sent), digestOf(expected))
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
