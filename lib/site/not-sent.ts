import { parseLoginMode } from './login-notice'
import { safeReturnPath } from './return-path'
import { routes, type SitePath } from './routes'

/**
 * The sign-in form with a notice, for a browser that submitted the form itself, without JavaScript or before it ran. The body
 * stays unread: we never handle passwords.
 */
export function notSentPath(query: string): SitePath {
  const parameters = new URLSearchParams(query)
  const [mode, next] = [parseLoginMode(parameters.get('mode')), safeReturnPath(parameters.get('next'))]
  return routes.loginAs({ mode, next, notice: 'not-sent' })
}
