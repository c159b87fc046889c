/** `node call.cjs FOLDER URL METHOD`: starts a function by its launcher and prints its response to one request, as JSON. */
const { createServer } = require('node:http')

const [, , folder, url, method] = process.argv
const { pathname, search } = new URL(url)
const headers = {
  'sec-fetch-dest': 'document',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
}
const launched = require(`${folder}/___next_launcher.cjs`)
const handle = launched.default ?? launched

async function main() {
  // The middleware takes a request, other functions Node's.
  const isMiddleware = folder.endsWith('_middleware')
  const response = isMiddleware ? await handle(new Request(url, { method, headers })) : await callNode()
  const text = await response.text()
  process.stdout.write(
    `\n${JSON.stringify({ status: response.status, headers: Object.fromEntries(response.headers), text })}\n`,
    () => process.exit(0),
  )
}

async function callNode() {
  const server = createServer((request, response) => handle(request, response))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const token = method === 'POST' ? { authorization: 'Bearer a.b.c' } : {}
  const sent = { method, redirect: 'manual', headers: { ...headers, ...token, 'x-matched-path': pathname } }
  return fetch(`http://127.0.0.1:${server.address().port}${pathname}${search}`, sent)
}

void main()
