import { handlers, payloadPaths } from './routes'

/**
 * Where a handler answers, and no page: the methods each has. Next adds HEAD and OPTIONS by itself, and its 405 does not
 * name the others, which HTTP demands. A function, so that a browser's bundle goes without them.
 */
export function endpointMethods(): ReadonlyArray<readonly [pattern: string, methods: readonly string[]]> {
  const { session, sessions, oneSession, note, account, errors, ...read } = handlers
  return [
    [session, ['GET', 'POST', 'DELETE']],
    [sessions, ['DELETE']],
    [oneSession, ['DELETE']],
    [note, ['PUT', 'DELETE']],
    [account, ['DELETE']],
    [errors, ['POST']],
    ...[...Object.values(read), ...payloadPaths()].map((pattern) => [pattern, ['GET']] as const),
  ]
}
