// @ts-nocheck: the browser imports from the server
import 'client-only'
import { openSession } from '../../server/session/session'

export const open = openSession
