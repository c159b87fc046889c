import { accountHandlers } from './account-routes'
import { firebasePrefix, handlers, payloads, wellKnown } from './api-routes'
import { noteHandlers } from './note-routes'
import { passkeyHandlers } from './passkey-routes'
import { proofHandlers } from './proof-routes'

/** Not in the site map, which the home page loads. */
const firebaseFiles = [`${firebasePrefix}auth/{file}`, `${firebasePrefix}firebase/{file}`]

/**
 * The methods of each route handler, for a 405 with `Allow`, which Next's lacks. Next adds HEAD and OPTIONS itself. A
 * function, so that browser bundles can drop it.
 */
export function endpointMethods(): ReadonlyArray<readonly [pattern: string, methods: readonly string[]]> {
  const { session, errors, ...read } = handlers
  const { sessions, oneSession, account, accountExport } = accountHandlers
  const { notes, note, noteShare, notePin, trash, shareCopy } = noteHandlers
  const { passkeys, passkeyOptions, passkeyToken, onePasskey, secondFactors } = passkeyHandlers
  return [
    [session, ['GET', 'POST', 'DELETE']],
    ...Object.values(proofHandlers).map((pattern) => [pattern, ['POST']] as const),
    [sessions, ['DELETE']],
    [oneSession, ['DELETE']],
    [notes, ['GET']],
    [shareCopy, ['POST']],
    [note, ['GET', 'PUT', 'DELETE']],
    [noteShare, ['PUT', 'DELETE']],
    [notePin, ['PUT']],
    [trash, ['POST']],
    [account, ['DELETE']],
    [accountExport, ['GET']],
    [passkeys, ['GET', 'POST']],
    [passkeyOptions, ['POST']],
    [passkeyToken, ['POST']],
    [onePasskey, ['PUT', 'DELETE']],
    [secondFactors, ['DELETE']],
    [errors, ['POST']],
    ...[...Object.values(read), ...Object.values(wellKnown), ...payloads, ...firebaseFiles].map(
      (pattern) => [pattern, ['GET']] as const,
    ),
  ]
}
