import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { reservePort } from '../support/port'
import { diagnose } from './doctor'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-doctor-'))
  return () => rm(folder, { recursive: true })
})

const embedded = () => ({ DATA_DIR: folder })

describe('the port', () => {
  async function listen(answer: RequestListener): Promise<string> {
    const server = createServer(answer)
    const port = await reservePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return String(port)
  }
  const foyer = { HOST: '127.0.0.1' }

  test('free is fine; with another program on it is a problem that says what helps', async () => {
    const free = await diagnose({ ...embedded(), ...foyer, PORT: String(await reservePort()) })
    expect(free.output).toMatch(/^ok {7}Port: \d+ of 127\.0\.0\.1 is free$/m)
    const PORT = await listen((_, response) => response.end('another'))
    const taken = await diagnose({ ...embedded(), ...foyer, PORT })
    expect(taken.output).toMatch(/^problem {2}Port: .* is in use by another program\. Stop it, or set PORT$/m)
    expect(taken.code).toBe(1)
  })

  test('with a Foyer on it that is not ready says why', async () => {
    const PORT = await listen((_, response) =>
      response.writeHead(503).end('{"status":"not-ready","reasons":["database-unavailable"]}'),
    )
    const { output } = await diagnose({ ...embedded(), ...foyer, PORT })
    expect(output).toMatch(/^problem {2}Port: .*Foyer runs there, but isn't ready \(database-unavailable\)$/m)
  })

  test('at an address that this machine has not is a problem of HOST', async () => {
    const { output } = await diagnose({ ...embedded(), ...foyer, HOST: '192.0.2.1', PORT: '3999' })
    expect(output).toMatch(/^problem {2}Port: 3999 of 192\.0\.2\.1 can't be used .*Set another HOST$/m)
  })

  test('open to others past a trusted proxy is worth a look', async () => {
    const proxied = { TRUSTED_PROXIES: '1', SITE_URL: 'https://www.example.com' }
    const open = await diagnose({ ...embedded(), ...proxied })
    expect(open.output).toMatch(
      /^warning {2}Proxy: Foyer listens on all interfaces: .* Set HOST=127\.0\.0\.1/m,
    )
    expect((await diagnose({ ...embedded(), ...proxied, HOST: '::1' })).output).not.toContain('Proxy')
  })
})
