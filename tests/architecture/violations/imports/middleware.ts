// @ts-nocheck: the middleware imports from the server
import { currentSession } from '@/lib/server/session'

export const middleware = currentSession
