import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { envFilesIn, readEnvFile } from '@/scripts/start/env-files'

async function folderWith(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-env-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

test('the most specific file comes first, without files of other modes', async () => {
  const folder = await folderWith({
    '.env': '',
    '.env.local': '',
    '.env.production': '',
    '.env.development': '',
  })
  const names = ['.env.local', '.env.production', '.env'].map((name) => join(folder, name))
  expect(envFilesIn(folder, 'production')).toEqual(names)
})

const settings = 'PORT=4599\r\nHOST=127.0.0.1\r\n'

test.each([
  ['UTF-8', settings],
  ['UTF-8 with a byte order mark', `\ufeff${settings}`],
  ['the line ends of an old Mac', settings.replaceAll('\n', '')],
])('a file in %s is read whole', async (_what, file) => {
  const folder = await folderWith({ '.env': file })
  expect(readEnvFile(join(folder, '.env'))).toEqual({ PORT: '4599', HOST: '127.0.0.1' })
})

const fine = [
  '',
  '\n# A="x\n  # a comment\n\n',
  'A=',
  'export A = x # why',
  'a.b-c=`x\ny` # why',
  `A="x\n'y"\nB='{"a": "b"}'`,
  'A={"a":"b"}',
  'A=it’s',
]
test.each(fine)('%j has settings and comments alone', async (file) => {
  const folder = await folderWith({ '.env': file })
  expect(() => readEnvFile(join(folder, '.env'))).not.toThrow()
})

const noSettings: [file: string | Buffer, problem: RegExp][] = [
  ['A=1\nPORT 4599\nB=2', /^\.env is no setting in line 2\. Write NAME=value/],
  ['A="x\ny"\nB: 2', /line 3/],
  ['A=1\nB="unclosed\nC=2', /line 2/],
  ["A='it's'", /line 1/],
  ['A=\n"x"', /line 2/],
  ['A={\n"a":"b"}', /line 2/],
  ['=x', /line 1/],
  [Buffer.from('A=1', 'utf16le'), /^\.env is not UTF-8\. Save it as UTF-8\.$/],
  [Buffer.from('\ufeffA=1', 'utf16le'), /is not UTF-8/],
  [Buffer.from('A=ä', 'latin1'), /is not UTF-8/],
]
test.each(noSettings)('%j is refused, and none of it is read', async (file, problem) => {
  const folder = await folderWith({ '.env': file })
  expect(() => readEnvFile(join(folder, '.env'))).toThrow(problem)
})

test.each([
  ['as they stand', 'undefined'],
  ['', 'read'],
])('with the mark %j, Next reads a variable of a file as %s', async (reader, value) => {
  const folder = await folderWith({ '.env': 'OF_THE_FILE=read' })
  const load = `require('@next/env').loadEnvConfig(${JSON.stringify(folder)}); console.log(process.env.OF_THE_FILE)`
  const env = { ...process.env, __NEXT_PROCESSED_ENV: reader }
  expect(execFileSync(process.execPath, ['-e', load], { env, encoding: 'utf8' })).toBe(`${value}\n`)
})
