import { answerUnknownPath } from '@/lib/server/http/not-found'
import { serveFirebaseFile } from '@/lib/server/identity/firebase-files'

export const dynamic = 'force-dynamic'

/** Every other path of Firebase’s: nothing is there. */
export function GET(request: Request): Promise<Response> {
  return serveFirebaseFile(request, answerUnknownPath)
}

export { GET as DELETE, GET as PATCH, GET as POST, GET as PUT }
