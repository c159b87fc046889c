import 'server-only'
/** Responds to requests that Node's parser rejects: as Node does, except for too many cookies. */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { siteConfig } from '@/lib/config/config'
import { codeOf } from '@/lib/error-code'
import { plainHeaders } from '@/lib/http/security-headers'
import { standaloneResponse } from '@/lib/http/standalone'

/** Responds to broken requests and closes their connections; only closes if a response has started. */
export function answerBrokenRequests(server: Server): void {
  const responses = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => responses.set(socket, response))
  server.on('clientError', (error, stream) => {
    const socket = stream as Socket
    const code = codeOf(error) ?? ''
    const response = responses.get(socket)
    const isAnswering = response?.headersSent && !response.writableFinished
    if (!socket.writable || code === 'ECONNRESET' || isAnswering) socket.destroy()
    else if (code === 'HPE_HEADER_OVERFLOW') void headersTooLarge().then((answer) => socket.end(answer))
    else {
      const status = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
    }
  })
}

/** Almost always cookies: without `clear-site-data` they come with every request and lock the visitor out. */
async function headersTooLarge(): Promise<string> {
  const page = standaloneResponse({
    status: 431,
    title: 'Too many cookies',
    content: `<p>Your browser sent more cookies than we can take. We’ve asked it to delete the ones for this site,
so you may have to sign in again.</p>
<p><a href="">Reload the page</a></p>
<p>If that doesn’t help, delete the cookies for this site in your browser’s settings.</p>`,
    isEmulated: siteConfig().public.emulatorUrl !== null,
  })
  const body = await page.text()
  const headers = [
    ...page.headers,
    ...plainHeaders,
    ['clear-site-data', '"cookies"'],
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
  ]
  const lines = ['HTTP/1.1 431 Request Header Fields Too Large', ...headers.map((pair) => pair.join(': '))]
  return [...lines, '', body].join('\r\n')
}
