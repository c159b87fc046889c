/** Every event and field that a query or an alert of the documents names is one of the log. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { logEvents } from '@/lib/log/record'

const page = readFileSync('docs/alerts.md', 'utf8')
const code = [...page.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
  ([, block, word]) => block ?? word ?? '',
)

test('the events', () => {
  // A word, a dot and a word, as no field, file or part of an address.
  const named = code.flatMap((text) => [
    ...text.matchAll(/(?<![\w./$-])([a-z-]+\.[a-z-]+)(?:\.repeated)?(?![\w/-]|\.\w)/g),
  ])
  const others = ['resource.type', 'metric.type', 'errors.yaml', 'events.yaml', 'example.com']
  const events = new Set(named.map(([, event = '']) => event).filter((word) => !others.includes(word)))
  expect(events.size).toBeGreaterThan(12)
  expect([...events].filter((event) => !(event in logEvents))).toEqual([])
})

test('the fields', () => {
  const operations = readFileSync('docs/operations.md', 'utf8')
  const ofGoogle = code.flatMap((text) => [...text.matchAll(/jsonPayload\.(\w+)/g)])
  const ofLoki = code.flatMap((text) => [...text.matchAll(/\b(\w+)="\1"/g)])
  const fields = new Set([...ofGoogle, ...ofLoki].map(([, field = '']) => field))
  expect(fields.size).toBeGreaterThan(7)
  expect([...fields].filter((field) => !operations.includes(`\`${field}\``))).toEqual([])
})
