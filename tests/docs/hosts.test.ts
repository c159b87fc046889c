/** Foyer accepts the settings and commands that the pages of hosts name. */
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { siteSettings } from '@/lib/config/config'
import { describeProblems } from '@/lib/config/settings'
import { parseServerConfig, serverSettings } from '@/lib/server/config'

const read = (page: string) => readFileSync(`docs/${page}`, 'utf8')

/** The blocks of a page in one language. */
function blocksOf(page: string, language: string): string[] {
  return [...read(page).matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, found, block = '']) =>
    found === language ? [block] : [],
  )
}

function blockWith(page: string, language: string, words: string): string {
  const block = blocksOf(page, language).find((text) => text.includes(words))
  if (!block) throw new Error(`docs/${page} has no ${language} with ${words}`)
  return block
}

const unquoted = (value = '') => value.replace(/^'(.*)'$/, '$1')

/** `NAME: value` of each line. */
function linesOf(yaml: string): Record<string, string> {
  const lines = [...yaml.matchAll(/^(\w+): (.+)$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value]) => [name, unquoted(value)]))
}

/** `- variable:` with its `value:`, or a secret, which is a database here. */
function variablesOf(yaml: string): Record<string, string> {
  const entries = [
    ...yaml.matchAll(/- variable: (\w+)\n +(value|secret): (.+)\n +availability: \[RUNTIME\]/g),
  ]
  return Object.fromEntries(
    entries.map(([, name = '', kind, value]) => [name, kind === 'value' ? unquoted(value) : cloudSql]),
  )
}

const cloudSql = blockUnder('hosts/cloud-run.md', 'postgres://')

function blockUnder(page: string, start: string): string {
  const [, line = ''] = new RegExp(`^\`\`\`\\n(${start}.*)\\n\`\`\`$`, 'm').exec(read(page)) ?? []
  return line
}

/** The pages have no key; the others are as they stand. */
const key = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey
const withKey = (block: string) =>
  block.replace('"private_key":"…"', () => `"private_key":${JSON.stringify(key)}`)

const unit = blockWith('hosts/vps.md', 'ini', 'Description=Foyer at port')
const apphosting = blockWith('hosts/app-hosting.md', 'yaml', 'runCommand')
const settings: Record<string, Record<string, string | undefined>> = {
  'hosts/vps.md': parseEnv(withKey(blockWith('hosts/vps.md', 'sh', 'DATABASE_URL='))),
  'hosts/cloud-run.md': {
    ...linesOf(blockWith('hosts/cloud-run.md', 'yaml', 'SITE_URL')),
    DATABASE_URL: cloudSql,
  },
  'hosts/app-hosting.md': variablesOf(apphosting),
}

describe.each(Object.entries(settings))('the settings of %s', (_, given) => {
  const { config, problems } = parseServerConfig(given)

  test('are settings of Foyer, with values that it takes', () => {
    const names = Object.keys({ ...siteSettings, ...serverSettings })
    expect(Object.keys(given).filter((name) => !names.includes(name))).toEqual([])
    expect(describeProblems(problems).split('\n').slice(1)).toEqual([])
  })

  test('are a site that people can sign in to, with passkeys, behind a proxy, on PostgreSQL', () => {
    expect(config).toMatchObject({ identityProblem: null, public: { passkeys: true } })
    expect(config.origin.trustedProxies).toBeGreaterThan(0)
    expect(config.databaseUrl).toContain('host=/')
  })
})

test('each start command is that of package.json', () => {
  const { start, serve } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  expect(serve).toBe(`NODE_ENV=production exec ${start}`)
  expect(unit).toContain(`ExecStart=/usr/bin/${start}\n`)
  expect(apphosting).toContain('runCommand: npm run serve\n')
})
