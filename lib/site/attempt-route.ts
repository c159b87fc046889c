/** The site map's part that a started sign-in needs. Separate, as pages load it then. */
import { sitePath } from './site-path'

/** Receives the reports of sign-in attempts. */
export const attemptHandler = '/api/session/attempts'

export const attemptRoute = sitePath(attemptHandler)
