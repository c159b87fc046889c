/**
 * How long `/api/health` waits while three accounts with 48 MB of notes do their worst for half a minute: each searches,
 * saves and opens notes on eight connections, and ignores refusals.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { newNoteId } from '@/lib/notes/note'
import { startFoyer } from './servers'
import { openStore } from './stores'
import { median, type Row, rowOf } from './table'

const emails = ['ada@example.com', 'bob@example.com', 'cam@example.com']
const durationMs = 30_000

export async function measureWeight(): Promise<Row[]> {
  let accounts: readonly string[] = []
  const foyer = await startFoyer({
    emails,
    prepare: async (folder, userIds) => {
      accounts = userIds
      const store = await openStore('embedded', folder)
      await store.fill(userIds.map(fullLibrary).join(';'))
      await store.close()
    },
  })
  const end = performance.now() + durationMs
  const answered = new Map<string, number>()
  const repeat = async (what: string, request: () => Promise<Response>) => {
    while (performance.now() < end) {
      const { status } = await request()
      const key = `${what} ${status}`
      answered.set(key, (answered.get(key) ?? 0) + 1)
    }
  }
  const health: number[] = []
  const watch = async () => {
    while (performance.now() < end) {
      const startedAt = performance.now()
      await (await fetch(`${foyer.url}/api/health`)).text()
      health.push(performance.now() - startedAt)
      await delay(50)
    }
  }
  try {
    await Promise.all([
      watch(),
      ...foyer.cookies.flatMap((cookie, index) => {
        const requests = worstOf(foyer.url, cookie, accounts[index] ?? '')
        return Object.entries(requests).flatMap(([what, request]) => [1, 2].map(() => repeat(what, request)))
      }),
    ])
  } finally {
    await foyer.stop()
  }
  console.error(Object.fromEntries(answered))
  const what = 'three accounts at their worst: `/api/health`'
  return [
    rowOf({ what, unit: 'ms (median)', foyer: median(health) }),
    rowOf({ what, unit: 'ms (longest)', foyer: Math.max(...health), goal: { atMost: 1_000 } }),
  ]
}

/** Half of them are the worst to look through, half the worst to render. */
function fullLibrary(userId: string): string {
  const text = `case when n % 2 = 0 then repeat('a', 102000) else repeat('*a*', 34000) end`
  return `insert into notes (id, uid, title, text, bytes, folded, folded_version, created_at, changed_at)
    select gen_random_uuid(), '${userId}', n, ${text}, octet_length(${text}) + 3, n || chr(10) || ${text}, 1, now(), now()
    from generate_series(1, 470) n`
}

function worstOf(url: string, cookie: string, userId: string) {
  const headers = { cookie, origin: url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers })
    await response.arrayBuffer()
    return response
  }
  let ids: string[] | undefined
  let opened = 0
  return {
    search: () => get(`/api/notes?search=b${'a'.repeat(98)}`),
    list: () => get('/api/notes'),
    open: async () => {
      if (!ids) {
        const response = await fetch(`${url}/api/notes`, { headers })
        const { notes } = (await response.json()) as { notes: { id: string; title: string }[] }
        ids = notes.filter(({ title }) => Number(title) % 2 === 1).map(({ id }) => id)
      }
      return get(`/api/notes/${ids[opened++ % ids.length]}`)
    },
    save: async () => {
      const words = Buffer.from(Array.from({ length: 50_000 }, () => Math.random() * 256)).toString('hex')
      const body = JSON.stringify({ title: '', text: words, base: null, userId })
      const response = await fetch(`${url}/api/notes/${newNoteId()}`, { method: 'PUT', headers, body })
      await response.arrayBuffer()
      return response
    },
  }
}
