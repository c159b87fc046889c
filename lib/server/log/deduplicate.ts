import 'server-only'
import { addressBlock } from '@/lib/http/origin'
import { type EventRule, ruleOf } from '@/lib/log/events'
import type { LogLevel } from '@/lib/log/record'

/** How long duplicates are counted before the count is written. */
export const repeatWindowMs = 10_000

/** Records of a kind written in full per window. */
export const maxFullRecords = 5

/** Missing pages of one client written in full per window. Crawlers request fewer; more are a scan. */
const maxMissingPages = 20

/** Kinds tracked per event and window. Enough for `person` to log each sign-in. */
const maxKinds = { anybody: 200, person: 1_000, site: 200 } as const

/** Characters that strangers can make us log per event: a burst, then a refill per window (276 MB a day). */
const maxBurstCharacters = 1024 * 1024
const refillCharactersPerWindow = 32 * 1024

/** References, addresses and users listed of records that were only counted. */
const maxListed = 20

type LoggedRecord = { level: LogLevel; time: string; event: string } & Record<string, unknown>

/** Records that are counted as one. */
type Kind = ReturnType<typeof newKind>

type EventState = { rule: EventRule; kinds: Map<string, Kind>; budget: number; refilledAt: number }

/**
 * Writes the first records of a kind, and one count of the others per window, so that a flood is a few lines with the right
 * total. `write` returns how many characters the line has. `close` writes pending counts.
 */
export function deduplicate(write: (record: LoggedRecord) => number) {
  const states = new Map<string, EventState>()

  function add(record: LoggedRecord): void {
    const state = stateOf(record)
    if (state.kinds.size === 0) setTimeout(() => endWindow(state), repeatWindowMs).unref()
    const kind = kindOf(state, record)
    if (kind.written < kind.maxFull && hasBudget(state)) {
      kind.written += 1
      writeLine(state, record)
    } else count(kind, record)
  }

  function stateOf({ event, place }: LoggedRecord): EventState {
    // Errors that browsers report have their own budget, or forged ones could crowd out ours.
    const name = place === 'browser' ? `${event} in browsers` : event
    const known = states.get(name)
    if (known) return known
    const rule = ruleOf(event) ?? { triggeredBy: 'anybody', sameFields: [] }
    const state = { rule, kinds: new Map(), budget: maxBurstCharacters, refilledAt: Date.now() }
    states.set(name, state)
    return state
  }

  function writeLine(state: EventState, record: LoggedRecord): void {
    const length = write(record)
    if (state.rule.triggeredBy === 'anybody') state.budget -= length
  }

  function endWindow(state: EventState): void {
    for (const kind of state.kinds.values()) if (kind.counted > 0) writeLine(state, describeRepeats(kind))
    state.kinds.clear()
  }

  return { add, close: () => states.forEach(endWindow) }
}

/** Refills the event's budget, and returns whether anything is left. */
function hasBudget(state: EventState): boolean {
  const now = Date.now()
  const earned = ((now - state.refilledAt) / repeatWindowMs) * refillCharactersPerWindow
  state.budget = Math.min(maxBurstCharacters, state.budget + earned)
  state.refilledAt = now
  return state.budget > 0
}

/** Those alike by the fields of their event; the missing pages of one client, whatever their path; or all past `maxKinds`. */
function kindOf(state: EventState, record: LoggedRecord): Kind {
  const { rule, kinds } = state
  // People's requests have no address, so theirs are never a scan.
  const isScan =
    record.status === 404 && rule.sameFields.includes('path') && typeof record.clientAddress === 'string'
  const fields = isScan ? ['clientAddress'] : rule.sameFields
  const key = JSON.stringify([isScan, record.level, ...fields.map((field) => fingerprint(record, field))])
  const known = kinds.get(key)
  if (known) return known
  if (kinds.size < maxKinds[rule.triggeredBy] && hasBudget(state)) {
    const kind = isScan
      ? newKind({ ...record, path: various }, maxMissingPages)
      : newKind(record, maxFullRecords)
    kinds.set(key, kind)
    return kind
  }
  const rest = sharedFields(record)
  const restKey = JSON.stringify([rest.level, rest.status, rest.bot, rest.rendered])
  const kind = kinds.get(restKey) ?? newKind(rest, maxFullRecords)
  kinds.set(restKey, kind)
  return kind
}

/** Of a stack the top, of an address its block, which is one subscriber's. */
function fingerprint(record: LoggedRecord, field: string): unknown {
  const value = record[field]
  if (typeof value !== 'string') return value
  if (field === 'stack') return value.split('\n', 3).join('\n')
  return field === 'clientAddress' ? addressBlock(value) : value
}

const various = '(various)'

/** The fields that say what a record past `maxKinds` is about. */
function sharedFields({ level, time, event, reference, status, path, bot, rendered, buildId }: LoggedRecord) {
  const isBot = bot !== undefined && bot !== false
  return {
    level,
    time,
    event,
    reference,
    status,
    path: path === undefined ? path : various,
    bot: isBot ? various : bot,
    rendered,
    buildId,
  }
}

/** `shared`: the first record, without what others of its kind may not share. */
function newKind(shared: LoggedRecord, maxFull: number) {
  const lists = {
    references: new Set<string>(),
    clientAddresses: new Set<string>(),
    userIds: new Set<string>(),
  }
  return { shared, maxFull, written: 0, counted: 0, firstAt: '', lastAt: '', lists }
}

function count(kind: Kind, { time, reference, clientAddress, userId }: LoggedRecord): void {
  kind.counted += 1
  kind.firstAt ||= time
  kind.lastAt = time
  list(kind.lists.references, reference)
  list(kind.lists.clientAddresses, clientAddress)
  list(kind.lists.userIds, userId)
}

function list(listed: Set<string>, value: unknown): void {
  if (typeof value === 'string' && listed.size < maxListed) listed.add(value)
}

function describeRepeats({ shared, counted, firstAt, lastAt, lists }: Kind): LoggedRecord {
  const filled = Object.entries(lists).filter(([, values]) => values.size > 0)
  return {
    ...shared,
    time: lastAt,
    event: `${shared.event}.repeated`,
    count: counted,
    firstAt,
    lastAt,
    ...Object.fromEntries(filled.map(([name, values]) => [name, [...values]])),
    ...(typeof shared.reference === 'string' && { referencesLeftOff: counted - lists.references.size }),
  }
}
