/** The second address of `npm start`, which forwards connections to the first. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test as plainTest } from 'vitest'
import { forwardConnections } from '../../scripts/start/second-address'
import { hasIpv6, reservePort } from '../support/port'

const test = plainTest.skipIf(!hasIpv6())

const long = 'a long response '.repeat(200_000)

/** A server at 127.0.0.1 that can also be reached at ::1. */
async function open() {
  const port = await reservePort()
  const server = createServer((request, response) => {
    if (request.url === '/broken') return void request.socket.destroy()
    response.setHeader('connection', 'close').end(request.url === '/long' ? long : 'a response')
  })
  server.on(
    'upgrade',
    (_, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n') && socket.pipe(socket),
  )
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const second = await forwardConnections('::1', { host: '127.0.0.1', port })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    second?.close()
  })
  return { port, server, second }
}

const ask = (port: number, path: string) => fetch(`http://[::1]:${port}${path}`)

test('responses are complete, also a long one that ends with the connection', async () => {
  const { port } = await open()
  expect(await (await ask(port, '/')).text()).toBe('a response')
  expect(await (await ask(port, '/long')).text()).toBe(long)
})

test('a client that has closed its side still gets the response', async () => {
  const { port } = await open()
  const socket = connect(port, '::1')
  socket.end('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await text(socket)).toContain('a response')
})

test('an upgraded connection works in both directions, as hot reload needs', async () => {
  const { port } = await open()
  const socket = connect(port, '::1')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  expect(String((await once(socket, 'data'))[0])).toContain('101 Switching Protocols')
  socket.write('there and back')
  expect(String((await once(socket, 'data'))[0])).toBe('there and back')
  socket.destroy()
})

test('a connection that the site breaks is broken, and so is one without a site', async () => {
  const { port, server } = await open()
  await expect(ask(port, '/broken')).rejects.toThrow()
  expect(await (await ask(port, '/')).text()).toBe('a response')
  await new Promise((resolve) => server.close(resolve))
  await expect(ask(port, '/')).rejects.toThrow()
})

test('the site notices when a visitor disconnects', async () => {
  const { port, server } = await open()
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
  const socket = connect(port, '::1')
  socket.write('GET / HTTP/1.1\r\n')
  await expect.poll(connections).toBe(1)
  socket.destroy()
  await expect.poll(connections).toBe(0)
})

test('a port in use at the second address is an error', async () => {
  const { port } = await open()
  await expect(forwardConnections('::1', { host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
})

plainTest('an address that the machine lacks is skipped without an error', async () => {
  expect(await forwardConnections('2001:db8::1', { host: '127.0.0.1', port: await reservePort() })).toBeNull()
})
