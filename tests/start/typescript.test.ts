import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const { resolve } = createRequire(createRequire(`${process.cwd()}/package.json`).resolve('tsx'))

test('esbuild and tsx still read the two variables that `scripts/typescript.mjs` sets', () => {
  expect(readFileSync(resolve('esbuild'), 'utf8')).toContain('process.env.ESBUILD_WORKER_THREADS !== "0"')
  const folder = join(dirname(resolve('tsx/package.json')), 'dist')
  const files = readdirSync(folder).filter((name) => /\.[cm]js$/.test(name))
  const reads = (name: string) => readFileSync(join(folder, name), 'utf8').includes('env.TSX_DISABLE_CACHE')
  expect(files.filter(reads)).not.toEqual([])
})
