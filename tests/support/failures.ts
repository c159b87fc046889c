/** Which tests of a run failed, and why in a line, with what differed: so that its end says it, whatever became of the middle. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readPlaywright, readVitest } from './reports'

/** A line for each test of a Vitest run that failed, and for each file that could not be loaded. */
export function vitestFailures(report: unknown, folder: string): string[] {
  const files = readVitest(report)?.testResults ?? []
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name)
    if (status === 'failed' && assertionResults.length === 0) return [lineFor(file, 'not loaded', message)]
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => lineFor(file, fullName, failureMessages?.[0]))
  })
}

/** The same for a Playwright run, with errors outside all tests. */
export function playwrightFailures(report: unknown): string[] {
  const { specs = [], errors = [] } = readPlaywright(report) ?? {}
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const messages = results.map(({ error }) => error?.message)
        return lineFor(`[${projectName}] ${file}`, title, messages.find(Boolean))
      }),
  )
  return [...failed, ...errors.map(({ message }) => lineFor('outside all tests', '', message))]
}

function lineFor(file: string, title: string, message = ''): string {
  const [reason = '', ...more] = stripVTControlCharacters(message).trim().split('\n')
  const differing = more.filter((line) => /^(Expected|Received|[-+]) /.test(line.trim()))
  return [file, title, reason, ...differing.map((line) => line.trim())]
    .filter((part) => part !== '')
    .join(' › ')
    .slice(0, 600)
}
