import type { SiteRoom } from '../rooms'
import * as rooms from '../rooms'
import { accountHandlers } from './account-routes'
import { handlers, payloads, wellKnown } from './api-routes'
import { bindingHandlers } from './binding-routes'
import { proofHandlers } from './proof-routes'
import type { Endpoint } from './room'

/**
 * The methods of each route handler, for a 405 with `Allow`, which Next's lacks. Next adds HEAD and OPTIONS itself. A
 * function, so that browser bundles can drop it.
 */
export function endpointMethods(): readonly Endpoint[] {
  const { session, errors, ...read } = handlers
  const { sessions, oneSession, account, accountExport, accountAddress } = accountHandlers
  return [
    [session, ['GET', 'POST', 'DELETE']],
    ...Object.values({ ...proofHandlers, ...bindingHandlers }).map((pattern) => [pattern, ['POST']] as const),
    [sessions, ['DELETE']],
    [oneSession, ['DELETE']],
    [account, ['DELETE']],
    [accountExport, ['GET']],
    [accountAddress, ['POST']],
    [errors, ['POST']],
    ...Object.values<SiteRoom>(rooms).flatMap(({ endpoints }) => endpoints?.() ?? []),
    ...[...Object.values(read), ...Object.values(wellKnown), ...payloads].map(
      (pattern) => [pattern, ['GET']] as const,
    ),
  ]
}
