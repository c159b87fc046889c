/** How fast 10,000 notes are found, on both stores: `notes-times.ts` in a process of its own each, as settings are read once. */
import { spawnSync } from 'node:child_process'
import * as v from 'valibot'
import { alone, type Row } from './table'

const stores = ['embedded', 'PostgreSQL']
const budgetMs = 50

const printed = v.array(v.object({ what: v.string(), p95: v.number() }))

export function measureNotes(): Row[] {
  return stores.flatMap((store) => {
    const parameters = [...process.execArgv, 'tests/measure/notes-times.ts', store]
    const { status, stdout } = spawnSync(process.execPath, parameters, {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`The notes could not be measured on ${store}.`)
    const rows = v.parse(printed, JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
    return rows.map(({ what, p95 }) => {
      const row = { what: `10,000 notes, ${store}: ${what}`, unit: 'ms (p95)', foyer: p95 }
      return alone(what.includes('100 KB') ? row : { ...row, goal: { atMost: budgetMs } })
    })
  })
}
