/** What the check of a session costs in CPU time, on each database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { childEnvironment } from '../../lib/server/config'
import type { Shutdown } from '../start/shutdown'
import { measuredEnvironment, type Store } from './environment'
import type { MeasuredSession } from './measured-session'
import { runPart } from './part'
import { findPostgres, openPostgres } from './postgres'
import { tableRow } from './table'

type SessionCost = v.InferOutput<typeof cost>

const cost = v.object({
  /** Of a cookie with a signature, once. */
  verificationMs: v.number(),
  /** Of its row, once. */
  lookupMs: v.number(),
  /** Of all that a request asks: the cookie twice, the row once. */
  requestMs: v.number(),
  /** The same with a cookie of the emulator, which has no signature. */
  emulatedRequestMs: v.number(),
})

/** What it may cost a request at the median. */
const budgetMs = 1

type Measurement = { session: MeasuredSession; batches: number; shutdown: Shutdown }

/** Prints the median CPU milliseconds of each step; returns what is wrong with them. */
export async function measureSessionCost(measurement: Measurement): Promise<string[]> {
  console.log('\nCPU of the check in ms, medians')
  console.log(tableRow(['', 'cookie', 'row', 'a request', 'emulated']))
  const embedded = await costWithEmbedded(measurement)
  console.log(costRow('embedded', embedded))
  const postgres = await costWithPostgres(measurement)
  console.log(postgres ? costRow('PostgreSQL', postgres) : 'PostgreSQL      is not installed: not measured')
  return [embedded, postgres].flatMap((costs) =>
    costs && costs.requestMs >= budgetMs
      ? [`The check takes ${costs.requestMs.toFixed(2)} ms of CPU a request, not under ${budgetMs} ms.`]
      : [],
  )
}

function costRow(name: string, costs: SessionCost): string {
  const { verificationMs, lookupMs, requestMs, emulatedRequestMs } = costs
  const numbers = [verificationMs, lookupMs, requestMs, emulatedRequestMs]
  return tableRow([name, ...numbers.map((number) => number.toFixed(3))])
}

async function costWithEmbedded({ session, batches, shutdown }: Measurement): Promise<SessionCost> {
  const folder = await mkdtemp(path.join(tmpdir(), 'foyer-measured-'))
  shutdown.open(() => ({ close: () => rm(folder, { recursive: true, force: true }) }))
  return costWith({ DATA_DIR: folder }, session, batches)
}

/** Without what PostgreSQL's own processes use; null where its programs are not installed. */
async function costWithPostgres({ session, batches, shutdown }: Measurement): Promise<SessionCost | null> {
  const programs = findPostgres(childEnvironment({}).PATH ?? '')
  if (!programs) return null
  const server = await openPostgres(programs)
  shutdown.open(() => server)
  return costWith({ DATABASE_URL: server.url }, session, batches)
}

async function costWith(store: Store, session: MeasuredSession, batches: number): Promise<SessionCost> {
  const environment = measuredEnvironment(session, store)
  const cookies = [session.cookie, session.unsignedCookie]
  await runPart({
    name: 'keep-session',
    input: { ...session, cookies },
    environment,
    output: v.array(v.string()),
  })
  return runPart({ name: 'session-cost', input: { ...session, batches }, environment, output: cost })
}
