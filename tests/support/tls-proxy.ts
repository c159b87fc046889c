/** An https proxy in front of a site, which forwards the requested host. */
import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import { pipeline } from 'node:stream'
import type { TlsIdentity } from './google/certificates'
import { listen } from './listen'

/** On a free port of this machine, for any host. */
export async function startTlsProxy(siteUrl: string, { key, certificate }: TlsIdentity) {
  const server = createServer({ key, cert: certificate }, (request, response) => {
    const { host = '', ...headers } = request.headers
    const forwarded = { ...headers, host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
    const onward = ask(new URL(request.url ?? '/', siteUrl), { method: request.method, headers: forwarded })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response, () => undefined)
    })
    onward.on('error', () => response.destroy())
    pipeline(request, onward, () => undefined)
  })
  return {
    port: await listen(server),
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
