import { readFileSync } from 'node:fs'
import ms from 'ms'
import { parse as parseUrl } from 'pg-connection-string'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { siteSettings } from '@/lib/config/config'
import { parseServerConfig, serverSettings } from '@/lib/server/config'

type Service = {
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  read_only?: boolean
  network_mode?: string
  stop_grace_period?: ms.StringValue
}

/** The services with the defaults of unset variables, as in a fresh clone. */
function servicesOf(file: string): Record<string, Service> {
  const text = readFileSync(file, 'utf8').replaceAll(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1')
  const isOurs = { tag: '!override', collection: 'seq' } as const
  return parse(text, { customTags: [isOurs] }).services
}

const whole = servicesOf('compose.yaml')
const trial = servicesOf('compose.trial.yaml')
const settingsOfTrial = { ...whole.site?.environment, ...trial.site?.environment }

test.each([
  ['compose.yaml', whole.site?.environment],
  ['compose.trial.yaml', settingsOfTrial],
])('%s sets existing settings to valid values', (_file, environment = {}) => {
  const known = { ...siteSettings, ...serverSettings }
  expect(Object.keys(environment).filter((name) => !(name in known))).toEqual([])
  expect(parseServerConfig(environment).problems).toEqual([])
})

test('a fresh clone runs at localhost and trusts its proxy', () => {
  const { config } = parseServerConfig(whole.site?.environment ?? {})
  expect(config.origin).toMatchObject({ siteUrl: 'https://localhost', trustedProxies: 1 })
  expect(whole.proxy?.environment?.SITE_URL).toBe('https://localhost')
})

test('PostgreSQL is on a socket shared with the site, without a network', () => {
  const socket = '/var/run/postgresql'
  expect(parseUrl(whole.site?.environment?.DATABASE_URL ?? '')).toMatchObject({ host: socket, user: 'foyer' })
  for (const name of ['site', 'database']) expect(whole[name]?.volumes).toContain(`socket:${socket}`)
  expect(whole.database?.network_mode).toBe('none')
})

test('the grace period is longer than the shutdown', () => {
  const { delayMs, timeoutMs } = parseServerConfig(whole.site?.environment ?? {}).config.shutdown
  expect(ms(whole.site?.stop_grace_period ?? '0s')).toBeGreaterThan(delayMs + timeoutMs + 3_000)
})

describe.each(Object.entries({ ...trial, ...whole }))('the service %s', (_name, service) => {
  test('writes only to volumes and tmpfs, and gains no privileges', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  })
})

test('a trial, with unsigned tokens, is reachable from this machine only', () => {
  const ports = Object.values(trial).flatMap(({ ports = [] }) => ports)
  expect(ports.length).toBeGreaterThan(0)
  expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  expect(trial.proxy?.ports).toHaveLength(whole.proxy?.ports?.length ?? 0)
})
