// @ts-nocheck: the middleware imports from the server
import { currentSession } from '@/lib/server/session/session'

export const middleware = currentSession
