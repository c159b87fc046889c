/** The site map's part that only a sign-in needs once it begins. By itself, as pages load it then. */
import { sitePath } from './site-path'

/** Takes the reports that sign-ins are counted by. */
export const attemptHandler = '/api/session/attempts'

/** Builds its request path. */
export const attemptRoute = sitePath(attemptHandler)
