// @ts-nocheck: a script reaches for the browser
import { watchSession } from '../lib/browser/session'

export const doctor = watchSession
