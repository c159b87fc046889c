import { answerUnknownPath } from '@/lib/server/http/not-found'

export const dynamic = 'force-dynamic'

/** Every path below `/api/` that no handler has: the middleware doesn't run here. */
export const GET = answerUnknownPath
export { GET as DELETE, GET as PATCH, GET as POST, GET as PUT }
