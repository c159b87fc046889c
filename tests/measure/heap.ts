/** What a server keeps after many requests: its heap, collected. */
import { setTimeout as delay } from 'node:timers/promises'
import { paths } from '@/lib/site/routes'
import type { Bench } from './bench'
import { load } from './load'
import { type Row, rowOf } from './table'

const amount = 1_000
const settlesWithinMs = 2_000
const pages = [paths.home, paths.login, paths.app]

export async function measureHeap(bench: Bench): Promise<Row[]> {
  const after = async (side: 'own' | 'bare') => {
    for (const path of pages) await load(bench.pairOf(path)[side], { amount })
    const { server } = bench.pairOf(paths.home)[side]
    // What waits for a finalizer goes with the second collection.
    await server.usage()
    await delay(settlesWithinMs)
    const { heapUsed, rss } = await server.usage()
    return { heap: heapUsed / 2 ** 20, resident: rss / 2 ** 20 }
  }
  const rows: Row[] = []
  for (const rounds of [1, 2]) {
    const [own, bare] = [await after('own'), await after('bare')]
    const requests = (rounds * amount * pages.length).toLocaleString('en-US')
    rows.push(
      rowOf({ what: `heap after ${requests} requests`, unit: 'MB', foyer: own.heap, bare: bare.heap }),
    )
    if (rounds === 2)
      rows.push(rowOf({ what: 'all memory then', unit: 'MB', foyer: own.resident, bare: bare.resident }))
  }
  return rows
}
