/**
 * How long a search takes on the store that the first argument names, in 10,000 notes of 1 KB and in 50 MB of longer ones;
 * prints it as JSON. Cold: the first search after the store has started.
 */
import { listNotes } from '@/lib/server/notes/list'
import type { LiveSession } from '@/lib/server/session/session'
import { manyNotes, wordAt } from '../notes/many-notes'
import { openStore } from './stores'
import { timesOf } from './times'

const libraries = [
  { what: '10,000 notes of 1 KB', count: 20_000, kilobytes: 1, goalMs: 50 },
  { what: '10,000 notes of 3 KB', count: 20_000, kilobytes: 3, goalMs: 150 },
  { what: '10,000 notes of 5 KB', count: 20_000, kilobytes: 5, goalMs: 150 },
  { what: '500 notes of 100 KB', count: 1_010, kilobytes: 100, goalMs: 150 },
]

/** The sixth word has nine letters, and is in most notes. */
const kinds = [
  ['a word of few notes', wordAt(4_000)],
  ['a word of most notes', wordAt(2)],
  ['a word whose first eight letters are in most notes', `${wordAt(6).slice(0, 8)}importantly`],
  ['a word that is nowhere', 'qxqxqxqx'],
] as const

async function main(): Promise<void> {
  const rows = []
  const store = await openStore(process.argv[2])
  // The one of words takes minutes to fill, and no search reads it.
  await store.fill('drop index notes_words_index; create index notes_words_index on notes (id)')
  for (const { what, count, kilobytes, goalMs } of libraries) {
    const session = { userId: what } as LiveSession
    await store.fill(manyNotes(session.userId, { count, kilobytes }))
    const search = (words: string) => listNotes(session, { search: words })
    for (const [kind, words] of kinds)
      rows.push({ what: `${what}: ${kind}`, goalMs, ...(await timesOf(() => search(words))) })
    // Each kind twice, after a start of its own.
    const asked = [...kinds, ...kinds]
    const next = () => search(asked.pop()?.[1] ?? '')
    const cold = { times: asked.length, before: () => store.restart(), isWarm: false }
    rows.push({ what: `${what}: cold`, goalMs, ...(await timesOf(next, cold)) })
  }
  await store.remove()
  console.log(JSON.stringify(rows))
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
