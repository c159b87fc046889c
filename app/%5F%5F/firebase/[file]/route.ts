import { answerUnknownPath } from '@/lib/server/http/not-found'
import { serveFirebaseFile } from '@/lib/server/identity/firebase-files'

export const dynamic = 'force-dynamic'

/** The project’s public settings, where Firebase’s sign-in pages look for them. */
export function GET(request: Request): Promise<Response> {
  return serveFirebaseFile(request, answerUnknownPath)
}
