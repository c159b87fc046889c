import { parseLoginMode } from './login-notice'
import { safeReturnPath } from './return-path'
import { routes, type SitePath } from './routes'

/**
 * Where a browser goes that submitted the sign-in form itself, without JavaScript or before it ran: the form again, with a notice.
 * The body stays unread: we never handle passwords.
 */
export function formAfter(query: string): SitePath {
  const parameters = new URLSearchParams(query)
  const [mode, next] = [parseLoginMode(parameters.get('mode')), safeReturnPath(parameters.get('next'))]
  return routes.loginAs({ mode, next, notice: 'not-sent' })
}
