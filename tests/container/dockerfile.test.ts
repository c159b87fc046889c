import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCommand } from '../support/processes'

const dockerfile = readFileSync('Dockerfile', 'utf8')

test('the image starts the site as the README does', () => {
  const [, command = ''] = /^CMD (.+)$/m.exec(dockerfile) ?? []
  expect(JSON.parse(command)).toEqual(['node', ...startCommand])
})

test('the Dockerfile’s variable enables Next’s standalone output', async () => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const [, variable = ''] = /^RUN (\w+)=1 .*npm run build/m.exec(dockerfile) ?? []
  vi.stubEnv(variable, '1')
  const { defaultConfig } = await import('next/dist/server/config-shared')
  expect(defaultConfig.output).toBe('standalone')
})

test.each(['PORT', 'HOSTNAME'])('the standalone server reads %s', (variable) => {
  const template = createRequire(import.meta.url).resolve('next/dist/build/utils.js')
  expect(readFileSync(template, 'utf8')).toContain(`process.env.${variable}`)
})
