import { createServer, type RequestListener } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { reservePort } from '../support/port'
import { setUpDoctor } from './doctor'

const { diagnose } = setUpDoctor()

describe('the port', () => {
  async function listen(answer: RequestListener): Promise<string> {
    const server = createServer(answer)
    const port = await reservePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return String(port)
  }
  const foyer = { HOST: '127.0.0.1' }

  test('is ok when free, and a problem when another program uses it', async () => {
    const free = await diagnose({ ...foyer, PORT: String(await reservePort()) })
    expect(free.output).toMatch(/^ok {7}Port: \d+ of 127\.0\.0\.1 is free$/m)
    const PORT = await listen((_, response) => response.end('another'))
    const taken = await diagnose({ ...foyer, PORT })
    expect(taken.output).toMatch(/^problem {2}Port: .* is in use by another program\. Stop it, or set PORT$/m)
    expect(taken.code).toBe(1)
  })

  test('with a Foyer that isn’t ready is a problem that says why', async () => {
    const PORT = await listen((_, response) =>
      response.writeHead(503).end('{"status":"not-ready","reasons":["database-unavailable"]}'),
    )
    const { output } = await diagnose({ ...foyer, PORT })
    expect(output).toMatch(/^problem {2}Port: .*Foyer runs there, but isn't ready \(database-unavailable\)$/m)
  })

  test('at an address that the machine lacks is a problem of HOST', async () => {
    const { output } = await diagnose({ ...foyer, HOST: '192.0.2.1', PORT: '3999' })
    expect(output).toMatch(/^problem {2}Port: 3999 of 192\.0\.2\.1 can't be used .*Set PORT or HOST$/m)
  })

  test('that others can reach past a trusted proxy is a warning', async () => {
    const proxied = { TRUSTED_PROXIES: '1', SITE_URL: 'https://www.example.com' }
    const open = await diagnose({ ...proxied })
    expect(open.output).toMatch(
      /^warning {2}Proxy: Foyer listens on all interfaces: .* Set HOST=127\.0\.0\.1/m,
    )
    expect((await diagnose({ ...proxied, HOST: '::1' })).output).not.toContain('Proxy')
  })
})
