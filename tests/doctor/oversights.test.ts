/** What is easily forgotten, each with the doctor's line. */
import { chmod, mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeBroken, findBrokenFiles, recordSizes } from '@/lib/server/builds/whole'
import { describeMemory, describeSettingFiles } from '@/scripts/doctor/files'
import type { DoctorContext } from '@/scripts/doctor/finding'
import { hostingChecks } from '@/scripts/doctor/hosting'
import { setUpFolder } from '../database/setup'

const at = setUpFolder()

const nobody = { name: null, address: null, governingLaw: null, contactEmail: null }
const binding = (siteUrl: string, bindsDevices = true) => ({ bindsDevices, origin: { siteUrl } })
const contextWith = (settings: object, operator: object = {}) =>
  ({
    config: {
      logLevel: 'info',
      public: { analytics: null, operator: { ...nobody, ...operator }, ...settings },
      ...settings,
    },
  }) as unknown as DoctorContext

test.each<[string, DoctorContext, string | null]>([
  ['Google tag', contextWith({ analytics: { tagId: 'G-XXXXXXXXXX' } }), 'GTAG_ID is G-XXXXXXXXXX'],
  ['Google tag', contextWith({ analytics: { tagId: 'G-AB12CD34EF' } }), null],
  ['Google tag', contextWith({}), null],
  ['Operator', contextWith({}, { name: 'TODO' }), 'OPERATOR_NAME is TODO'],
  ['Operator', contextWith({}, { address: 'Your address' }), 'OPERATOR_ADDRESS is Your address'],
  ['Operator', contextWith({}, { name: 'Todorov & Co', address: '1 Example Street' }), null],
  ['Device binding', contextWith(binding('https://www.foyer.test', false)), null],
  ['Device binding', contextWith(binding('http://www.foyer.test')), 'browsers need https'],
  ['Device binding', contextWith(binding('https://foyer.web.app')), 'Firebase Hosting drops its cookie'],
  [
    'Device binding',
    contextWith(binding('https://www.foyer.test')),
    'no proxy limit POST /api/session/binding/refresh',
  ],
  ['Log', contextWith({ logLevel: 'error' }), 'LOG_LEVEL=error leaves out starts'],
  ['Log', contextWith({ logLevel: 'debug' }), null],
])('%s: %o is said: %s', async (subject, context, words) => {
  const verdict = await hostingChecks[subject]?.(context)
  expect(verdict ?? null).toEqual(words && expect.objectContaining({ words: expect.stringContaining(words) }))
})

test('data in memory are a problem, those on a disk are none', () => {
  expect(describeMemory('/dev/shm/data', 0x01021994)).toMatchObject({ verdict: 'problem' })
  expect(describeMemory('/srv/data', 0xef53)).toBeNull()
})

test('settings that others can write are a problem', async () => {
  const files = [at('.env'), at('.env.production')]
  for (const file of files) await writeFile(file, '', { mode: 0o644 })
  expect(await describeSettingFiles(files)).toBeNull()
  await chmod(at('.env.production'), 0o664)
  const words = expect.stringMatching(/^others can write \.env\.production, .* chmod 600 \//)
  expect(await describeSettingFiles(files)).toEqual({ verdict: 'problem', words })
})

test('a file that a build lacks or has in part is named; maps and later files don’t count', async () => {
  for (const folder of ['static/chunks', 'server/app', 'maps']) await mkdir(at(folder), { recursive: true })
  const files = ['static/chunks/a.js', 'server/app/page.js', 'server/app/index.html', 'maps/a.js.map']
  for (const file of files) await writeFile(at(file), 'as it was built')
  await writeFile(at('built-sizes.json'), '{"static/chunks/a.js":')
  expect(await findBrokenFiles(at())).toEqual(['built-sizes.json'])
  await recordSizes(at())
  await writeFile(at('static/chunks/later.js'), '')
  await rm(at('maps/a.js.map'))
  expect(await findBrokenFiles(at())).toEqual([])
  await rm(at('static/chunks/a.js'))
  await truncate(at('server/app/index.html'), 3)
  const broken = await findBrokenFiles(at())
  expect(broken.sort()).toEqual(['server/app/index.html', 'static/chunks/a.js'])
  expect(describeBroken(broken)).toBe('server/app/index.html and 1 more are missing or damaged')
})
