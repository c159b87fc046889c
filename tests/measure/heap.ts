/** What a server keeps after many requests: its heap, collected. */
import { setTimeout as delay } from 'node:timers/promises'
import { paths } from '@/lib/site/routes'
import type { Bench } from './bench'
import { load } from './load'
import { comparedRow, type Row } from './table'

const count = 1_000
const settlesWithinMs = 2_000
const pages = [paths.home, paths.login, paths.app]

export async function measureHeap(stage: Bench): Promise<Row[]> {
  const [first] = pages.map((path) => stage.pairOf(path))
  if (!first) return []
  const ask = async (who: 'own' | 'bare') => {
    for (const path of pages) await load(stage.pairOf(path)[who], { most: count })
    const { server } = first[who]
    // What waits for a finalizer goes with the second collection.
    await server.usage()
    await delay(settlesWithinMs)
    const { heapUsed, rss } = await server.usage()
    return { heap: heapUsed / 2 ** 20, resident: rss / 2 ** 20 }
  }
  const [own, bare] = [await ask('own'), await ask('bare')]
  const [ownLater, bareLater] = [await ask('own'), await ask('bare')]
  const after = (rounds: number) => `after ${(rounds * count * pages.length).toLocaleString('en')} requests`
  return [
    comparedRow({ what: `heap ${after(1)}`, unit: 'MB', foyer: own.heap, bare: bare.heap }),
    comparedRow({ what: `heap ${after(2)}`, unit: 'MB', foyer: ownLater.heap, bare: bareLater.heap }),
    comparedRow({ what: 'all memory then', unit: 'MB', foyer: ownLater.resident, bare: bareLater.resident }),
  ]
}
