/** How fast notes are listed, saved and found on both stores, each in a process of its own, as settings are read once. */
import { spawnSync } from 'node:child_process'
import * as v from 'valibot'
import { type Row, rowOf } from './table'

const measuredRows = v.array(v.object({ what: v.string(), p95: v.number(), goalMs: v.optional(v.number()) }))

export function measureNotes(): Row[] {
  return rowsOf('notes', '10,000 notes')
}

export function measureSearch(): Row[] {
  return rowsOf('search', 'search')
}

function rowsOf(part: string, title: string): Row[] {
  return ['embedded', 'PostgreSQL'].flatMap((store) => {
    const parameters = [...process.execArgv, 'tests/measure/store-times.ts', part, store]
    const { status, stdout } = spawnSync(process.execPath, parameters, {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${part} could not be measured on ${store}.`)
    const rows = v.parse(measuredRows, JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
    return rows.map(({ what, p95, goalMs }) => {
      const row = { what: `${title}, ${store}: ${what}`, unit: 'ms (p95)', foyer: p95 }
      return rowOf(goalMs === undefined ? row : { ...row, goal: { atMost: goalMs } })
    })
  })
}
