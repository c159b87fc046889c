/** What browsers report of a page's policy, in both of its formats, and what of it gets into the log. */
import { expect, test } from 'vitest'
import { parseViolations } from '@/lib/errors/violations'

const site = 'https://www.example.com'
const body = {
  documentURL: `${site}/app/0b8d7c1e?next=kept-out`,
  effectiveDirective: 'script-src-elem',
  blockedURL: 'https://cdn.example/lib.js?user=ada',
  sourceFile: `${site}/_next/static/chunks/1f.js`,
  lineNumber: 1,
  columnNumber: 3056,
}
const reports = (...bodies: object[]) =>
  bodies.map((changes) => ({ type: 'csp-violation', age: 1, body: { ...body, ...changes } }))

const logged = {
  directive: 'script-src-elem',
  blocked: 'https://cdn.example',
  path: '/app/0b8d7c1e',
  source: '/_next/static/chunks/1f.js:1:3056',
}

/** As `report-uri` has it. */
const former = {
  'csp-report': {
    'document-uri': body.documentURL,
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'blocked-uri': body.blockedURL,
    'source-file': body.sourceFile,
    'line-number': 1,
    'column-number': 3056,
  },
}

test.each([
  ['report-to', reports({})],
  ['report-uri', former],
])('a report by %s is logged with origins, the path and the line, without queries', (_, report) => {
  expect(parseViolations(report)).toEqual([logged])
})

test.each([
  ['inline', 'inline'],
  ['data', 'data'],
  ['data:text/html,secret', 'data:'],
  ['blob:https://cdn.example/0b8d', 'https://cdn.example'],
  ['wss://cdn.example/x', 'wss://cdn.example'],
  [null, ''],
])('of what was blocked (%s) only %j is logged', (blockedURL, blocked) => {
  expect(parseViolations(reports({ blockedURL }))).toEqual([{ ...logged, blocked }])
})

test.each([
  ['https://cdn.example/a.js?x', 'https://cdn.example:1:3056'],
  ['', undefined],
  [null, undefined],
])('a source elsewhere (%s) is its origin', (sourceFile, source) => {
  expect(parseViolations(reports({ sourceFile }))?.[0]?.source).toBe(source)
})

test.each([
  { sourceFile: 'chrome-extension' },
  { sourceFile: 'moz-extension://0b8d7c1e/content.js' },
  { sourceFile: 'webkit-masked-url://hidden/' },
  { blockedURL: 'safari-web-extension' },
  { blockedURL: 'about' },
])('what an extension caused isn’t logged: %j', (changes) => {
  expect(parseViolations(reports(changes))).toEqual([])
})

test('of one report twenty violations are logged', () => {
  expect(parseViolations(reports(...Array(50).fill({})))).toHaveLength(20)
})

test.each([
  [null],
  [[]],
  [{}],
  [[{ type: 'deprecation', body: {} }]],
  [reports({ documentURL: 'no URL' })],
  [reports({ lineNumber: -1 })],
  [{ 'csp-report': {} }],
])('%j is no report', (report) => {
  expect(parseViolations(report)).toBeNull()
})

test('secrets in paths are taken out', () => {
  const secret = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'
  const found = parseViolations(
    reports({ documentURL: `${site}/${secret}`, effectiveDirective: `x ${secret}` }),
  )
  expect(JSON.stringify(found)).not.toContain('eyJ')
})
