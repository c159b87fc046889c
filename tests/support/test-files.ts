import { existsSync } from 'node:fs'

/** The tests that a page names, as `folder/name` in backticks. */
export function testsNamedIn(text: string): string[] {
  return [...text.matchAll(/`([\w-]+\/[\w-]+)`/g)].map(([, name = '']) => name)
}

/** Whether there is a file of tests of that name. */
export function isTestFile(name: string): boolean {
  return ['test', 'spec', 'own.spec'].some((kind) => existsSync(`tests/${name}.${kind}.ts`))
}
