/** An outgoing proxy in the environment, as Node uses it with `NODE_USE_ENV_PROXY`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { bypassProxyForThisMachine } from '@/lib/server/config'
import { reservePort } from '../support/ports'
import { typescriptFlags } from '../support/processes'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['', ',localhost,127.0.0.1,::1,[::1]'],
  ['.example.com', '.example.com,localhost,127.0.0.1,::1,[::1]'],
  ['*', '*'],
])('this machine is added to the hosts without a proxy: %j', (named, hosts) => {
  vi.stubEnv('no_proxy', undefined)
  vi.stubEnv('NO_PROXY', named)
  bypassProxyForThisMachine()
  expect(process.env.NO_PROXY).toBe(hosts)
})

const usesProxies = process.allowedNodeEnvironmentFlags.has('--use-env-proxy')

const command = `
  import { loadEnvFiles } from './scripts/start/project.ts'
  loadEnvFiles()
  console.log(await (await fetch('http://127.0.0.1:' + process.env.PORT)).text())`

test.runIf(usesProxies).each([
  ['a command', [...typescriptFlags, '--input-type=module', '--eval', command], 'from here\n'],
  ['the container’s health check', ['scripts/health.mjs'], ''],
])('%s reaches this machine, whatever proxy the environment has', async (_, run, output) => {
  const server = createServer((_request, response) => response.end('from here')).listen(0)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { PATH, HOME } = process.env
  const proxy = `http://127.0.0.1:${await reservePort()}`
  const { port } = server.address() as AddressInfo
  const env = { PATH, HOME, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, PORT: String(port) }
  const child = spawn(process.execPath, run, { cwd: resolve('.'), env: env as unknown as NodeJS.ProcessEnv })
  const ended = once(child, 'exit')
  expect([await text(child.stdout), await ended]).toEqual([output, [0, null]])
})
