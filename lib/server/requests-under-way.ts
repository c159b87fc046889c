import 'server-only'
/** The requests that this process is answering, and the connections they came by. */
import { subscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'

export type RequestsUnderWay = {
  count(): number
  /** From now on each answer is the last of its connection. */
  keepNoConnection(): void
  /** Ends connections on which nothing is asked, as soon as nothing is asked on any. The server takes no new ones. */
  closeConnections(): void
}

/** Follows all requests from now on. */
export function watchRequests(): RequestsUnderWay {
  const answers = new Set<ServerResponse>()
  const servers = new Set<Server>()
  let isLastOfConnection = false
  let isClosing = false
  subscribe('http.server.request.start', (message) => {
    const { response, server } = message as { response: ServerResponse; server: Server }
    servers.add(server)
    answers.add(response)
    if (isLastOfConnection) announceEnd(response)
    response.once('close', () => {
      answers.delete(response)
      if (isClosing) closeWhenQuiet()
    })
  })

  function closeWhenQuiet(): void {
    for (const server of servers) server.closeIdleConnections()
    setTimeout(() => {
      // A browser opens connections in advance, and Node counts one that was never used as one in use.
      if (answers.size === 0) for (const server of servers) server.closeAllConnections()
    }, quietMs)
  }

  return {
    count: () => answers.size,
    keepNoConnection: () => {
      isLastOfConnection = true
      answers.forEach(announceEnd)
    },
    closeConnections: () => {
      isClosing = true
      closeWhenQuiet()
    },
  }
}

/** A request that is on its way when nothing else is asked has this long to arrive. */
const quietMs = 250

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
