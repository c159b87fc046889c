// @ts-nocheck: a script reaches for the browser
import { watchSession } from '../lib/browser/session/session'

export const doctor = watchSession
