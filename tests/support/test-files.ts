import { existsSync } from 'node:fs'

/** The tests that a page names, as `folder/name` in backticks. */
export function testsNamedIn(text: string): string[] {
  return [...text.matchAll(/`([\w-]+\/[\w-]+)`/g)].map(([, name = '']) => name)
}

/** The file of tests of that name, the quickest first; null if there is none. */
export function testFileOf(name: string): string | null {
  const files = ['test', 'spec', 'own.spec'].map((kind) => `tests/${name}.${kind}.ts`)
  files.push(`tests/${name.replace('/', '/data/')}.test.ts`)
  return files.find((file) => existsSync(file)) ?? null
}

/** Whether there is a file of tests of that name. */
export const isTestFile = (name: string) => testFileOf(name) !== null
