import type { NextResponse } from 'next/server'
import { describeBrowser } from '@/lib/server/http/device'
import { receiveReport } from '@/lib/server/http/report'
import { log } from '@/lib/server/log/log'
import { attemptReport } from '@/lib/session/attempt'

const rules = {
  limit: 'attempt-by-address',
  maxBytes: 512,
  schema: attemptReport,
  malformed: 'no-attempt',
} as const

/** Logs that a sign-in was begun, finished or abandoned. No field identifies a person: no request id, address or user. */
export function POST(request: Request): Promise<NextResponse> {
  return receiveReport(request, rules, ({ userAgent }, { outcome, ...attempt }) => {
    log('info', `sign-in.${outcome}`, { ...attempt, browser: describeBrowser(userAgent) })
  })
}
