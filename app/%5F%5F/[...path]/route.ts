import { answerUnknownPath } from '@/lib/server/http/not-found'
import { serveFirebaseFile } from '@/lib/server/identity/firebase-files'

export const dynamic = 'force-dynamic'

/** Firebase’s sign-in pages and their files, at the paths the SDK looks for on the auth domain. Nothing else is there. */
export function GET(request: Request): Promise<Response> {
  return serveFirebaseFile(request, answerUnknownPath)
}

export { GET as DELETE, GET as PATCH, GET as POST, GET as PUT }
