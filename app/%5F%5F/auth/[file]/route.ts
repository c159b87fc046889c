import { answerUnknownPath } from '@/lib/server/http/not-found'
import { serveFirebaseFile } from '@/lib/server/identity/firebase-files'

export const dynamic = 'force-dynamic'

/** Firebase’s sign-in pages and their scripts, at the path the SDK looks for on the auth domain. */
export function GET(request: Request): Promise<Response> {
  return serveFirebaseFile(request, answerUnknownPath)
}
