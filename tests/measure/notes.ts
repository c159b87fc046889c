/** How fast notes are listed, saved and found on both stores, each in a process of its own, as settings are read once. */
import { spawnSync } from 'node:child_process'
import * as v from 'valibot'
import { type Row, singleRow } from './table'

const stores = ['embedded', 'PostgreSQL']

const listed = v.array(v.object({ what: v.string(), p95: v.number(), goalMs: v.optional(v.number()) }))

export function measureNotes(): Row[] {
  return rowsOf('notes-times', '10,000 notes, ')
}

export function measureSearch(): Row[] {
  return rowsOf('search-times', 'search, ')
}

function rowsOf(program: string, before: string): Row[] {
  return stores.flatMap((store) =>
    v.parse(listed, run(program, store)).map(({ what, p95, goalMs }) => {
      const row = { what: `${before}${store}: ${what}`, unit: 'ms (p95)', foyer: p95 }
      return singleRow(goalMs === undefined ? row : { ...row, goal: { atMost: goalMs } })
    }),
  )
}

function run(program: string, store: string): unknown {
  const parameters = [...process.execArgv, `tests/measure/${program}.ts`, store]
  const { status, stdout } = spawnSync(process.execPath, parameters, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} could not be measured on ${store}.`)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}
