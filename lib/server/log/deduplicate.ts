import 'server-only'
import { addressBlock } from '@/lib/http/origin'
import { type EventRule, ruleOf } from '@/lib/log/events'
import type { LogLevel } from '@/lib/log/record'

/** How long duplicates are counted before the count is written. */
export const repeatWindowMs = 10_000

/** Records of a kind written in full per window. */
export const maxFullRecords = 5

/**
 * Kinds tracked per event and window; the rest are grouped by level, status, bot or person, and whether an error page was
 * shown. Enough for `person` to log each sign-in.
 */
const maxKinds = { anybody: 200, person: 1_000, site: 200 } as const

/** Missing pages of one client tracked per window. More are a scan, which is one kind: crawlers request fewer. */
const maxPathsPerClient = 20

/**
 * Characters that strangers can make us log per event: a burst, then a refill per window (276 MB a day). Errors that
 * browsers report have their own budget, or forged ones could crowd out ours.
 */
const maxBurstCharacters = 1024 * 1024
const refillCharactersPerWindow = 32 * 1024

/** References listed of records that were only counted; a group lists fewer. */
const maxReferences = 200

/** Addresses and users listed. */
const maxActors = 20

type LoggedRecord = { level: LogLevel; event: string } & Record<string, unknown>
type Write = (record: LoggedRecord) => void
type Complete = (record: LoggedRecord) => LoggedRecord

type Repeats = {
  first: LoggedRecord
  group: Group | null
  hasOtherBots: boolean
  written: number
  counted: number
  firstAt: string
  lastAt: string
  references: string[]
  clientAddresses: Set<string>
  userIds: Set<string>
}

/** Different records counted as one kind: those past `maxKinds`, or the missing pages of one client. */
type Group = { type: 'various' | 'scan'; kind: string }

type EventState = { rule: EventRule; kinds: Map<string, Repeats>; budget: number; refilledAt: number }

/**
 * Writes the first records of a kind, and one count of the others per window, so that a flood is a few lines with the right
 * total. `complete` adds fields to each written record. `close` writes pending counts.
 */
export function deduplicate(write: Write, complete: Complete = (record) => record) {
  const states = new Map<string, EventState>()

  function add(record: LoggedRecord): void {
    const state = stateOf(record)
    const exact = fingerprintOf(record, state.rule)
    const group = state.kinds.has(exact) ? null : groupFor(state, record)
    const kind = group?.kind ?? exact
    const known = state.kinds.get(kind) ?? startKind(state, kind, newRepeats(record, group))
    if (known.written < maxFullRecords && hasBudget(state)) {
      known.written += 1
      writeLine(state, record)
    } else count(known, record)
  }

  function stateOf({ event, place }: LoggedRecord): EventState {
    const name = place === 'browser' ? `${event} in browsers` : event
    const known = states.get(name)
    if (known) return known
    const rule = ruleOf(event) ?? { triggeredBy: 'anybody', sameFields: [] }
    const state = { rule, kinds: new Map(), budget: maxBurstCharacters, refilledAt: Date.now() }
    states.set(name, state)
    return state
  }

  function writeLine(state: EventState, record: LoggedRecord): void {
    const line = complete(record)
    if (state.rule.triggeredBy === 'anybody') state.budget -= JSON.stringify(line).length
    write(line)
  }

  function startKind(state: EventState, kind: string, repeats: Repeats): Repeats {
    state.kinds.set(kind, repeats)
    setTimeout(() => endKind(state, kind), repeatWindowMs).unref()
    return repeats
  }

  function endKind(state: EventState, kind: string): void {
    const repeats = state.kinds.get(kind)
    state.kinds.delete(kind)
    if (repeats && repeats.counted > 0) writeLine(state, describeRepeats(repeats))
  }

  return {
    add,
    close: () => {
      for (const state of states.values()) for (const kind of [...state.kinds.keys()]) endKind(state, kind)
    },
  }
}

/** Refills the event's budget, and returns whether anything is left. */
function hasBudget(state: EventState): boolean {
  const now = Date.now()
  const earned = ((now - state.refilledAt) / repeatWindowMs) * refillCharactersPerWindow
  state.budget = Math.min(maxBurstCharacters, state.budget + earned)
  state.refilledAt = now
  return state.budget > 0
}

/** The group of a record that may not start a kind of its own; null if it may. */
function groupFor(state: EventState, record: LoggedRecord): Group | null {
  const { level, status, bot, rendered } = record
  const client = possibleScanner(record)
  const isOfClient = ({ group, first }: Repeats) => group === null && possibleScanner(first) === client
  if (client !== null && [...state.kinds.values()].filter(isOfClient).length >= maxPathsPerClient)
    return { type: 'scan', kind: JSON.stringify(['scan', level, client]) }
  if (state.kinds.size < maxKinds[state.rule.triggeredBy] && hasBudget(state)) return null
  const isBot = bot !== undefined && bot !== false
  return { type: 'various', kind: JSON.stringify(['various', level, status, isBot, rendered]) }
}

/** The client that requested a missing page; null if unknown, as for people. */
function possibleScanner({ status, clientAddress }: LoggedRecord): string | null {
  return status === 404 && typeof clientAddress === 'string' ? addressBlock(clientAddress) : null
}

function newRepeats(first: LoggedRecord, group: Group | null): Repeats {
  const lists = { references: [], clientAddresses: new Set<string>(), userIds: new Set<string>() }
  return { first, group, hasOtherBots: false, written: 0, counted: 0, firstAt: '', lastAt: '', ...lists }
}

function count(repeats: Repeats, { time, reference, clientAddress, userId, bot }: LoggedRecord): void {
  repeats.counted += 1
  repeats.lastAt = typeof time === 'string' ? time : new Date().toISOString()
  if (repeats.counted === 1) repeats.firstAt = repeats.lastAt
  const { references, clientAddresses, userIds } = repeats
  repeats.hasOtherBots ||= bot !== repeats.first.bot
  const maxListed = repeats.group ? maxActors : maxReferences
  if (typeof reference === 'string' && references.length < maxListed) references.push(reference)
  if (typeof clientAddress === 'string' && clientAddresses.size < maxActors)
    clientAddresses.add(clientAddress)
  if (typeof userId === 'string' && userIds.size < maxActors) userIds.add(userId)
}

/** The first record with the count; of a group only the fields that its records share. */
function describeRepeats(repeats: Repeats): LoggedRecord {
  const { first, group, counted, firstAt, lastAt, references, clientAddresses, userIds } = repeats
  const hasReference = typeof first.reference === 'string'
  return {
    ...(group ? sharedFields(repeats) : first),
    time: lastAt,
    event: `${first.event}.repeated`,
    count: counted,
    firstAt,
    lastAt,
    ...(hasReference ? { references, referencesLeftOff: counted - references.length } : {}),
    ...(clientAddresses.size > 0 && group?.type !== 'scan' ? { clientAddresses: [...clientAddresses] } : {}),
    ...(userIds.size > 0 ? { userIds: [...userIds] } : {}),
  }
}

const various = '(various)'

function sharedFields({ first, group, hasOtherBots }: Repeats) {
  const { level, time, event, reference, status, bot, botKind, rendered, buildId, path, clientAddress } =
    first
  const isScan = group?.type === 'scan'
  return {
    level,
    time,
    event,
    reference,
    status,
    bot: bot === undefined || bot === false || (isScan && !hasOtherBots) ? bot : various,
    ...(isScan ? { botKind, clientAddress } : {}),
    rendered,
    buildId,
    path: path === undefined ? path : various,
  }
}

function fingerprintOf(record: LoggedRecord, { sameFields }: EventRule): string {
  return JSON.stringify([record.level, ...sameFields.map((field) => fingerprintPart(field, record[field]))])
}

/** Of a stack the top, of an address its block, which is one subscriber's. */
function fingerprintPart(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (field === 'stack') return value.split('\n', 3).join('\n')
  return field === 'clientAddress' ? addressBlock(value) : value
}
