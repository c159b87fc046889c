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

/**
 * Kinds tracked per event and window; the rest are grouped by level, status, bot or person, and whether an error page was
 * shown. Enough for `person` to log each sign-in.
 */
const maxKinds = { anybody: 200, person: 1_000, site: 200 } as const

/**
 * Characters that strangers can make us log per event: a burst, then a refill per window (276 MB a day). Errors that
 * browsers report have their own budget, or forged ones could crowd out ours.
 */
const maxBurstCharacters = 1024 * 1024
const refillCharactersPerWindow = 32 * 1024

/** References listed of records that were only counted; if these differ, fewer. */
const maxReferences = 200

/** Addresses and users listed. */
const maxActors = 20

type LoggedRecord = { level: LogLevel; event: string } & Record<string, unknown>
type Write = (record: LoggedRecord) => void
type Complete = (record: LoggedRecord) => LoggedRecord

/**
 * What records have in common: `alike` by the fields of their event, `scan` for the missing pages of one client, whatever
 * their path, and `various` for all past `maxKinds`.
 */
type Kind = { type: 'alike' | 'scan' | 'various'; key: string }

type Repeats = ReturnType<typeof newRepeats>

type EventState = { rule: EventRule; kinds: Map<string, Repeats>; budget: number; refilledAt: number }

/**
 * Writes the first records of a kind, and one count of the others per window, so that a flood is a few lines with the right
 * total. `complete` adds fields to each written record. `close` writes pending counts.
 */
export function deduplicate(write: Write, complete: Complete = (record) => record) {
  const states = new Map<string, EventState>()

  function add(record: LoggedRecord): void {
    const state = stateOf(record)
    const { type, key } = kindIn(state, record)
    const known = state.kinds.get(key) ?? startKind(state, key, newRepeats(record, type))
    if (known.written < (type === 'scan' ? maxMissingPages : maxFullRecords) && hasBudget(state)) {
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

  function startKind(state: EventState, key: string, repeats: Repeats): Repeats {
    state.kinds.set(key, repeats)
    setTimeout(() => endKind(state, key), repeatWindowMs).unref()
    return repeats
  }

  function endKind(state: EventState, key: string): void {
    const repeats = state.kinds.get(key)
    state.kinds.delete(key)
    if (repeats && repeats.counted > 0) writeLine(state, describeRepeats(repeats))
  }

  return {
    add,
    close: () => {
      for (const state of states.values()) for (const key of [...state.kinds.keys()]) endKind(state, key)
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

function kindIn(state: EventState, record: LoggedRecord): Kind {
  const kind = kindOf(record, state.rule)
  const mayStart = state.kinds.size < maxKinds[state.rule.triggeredBy] && hasBudget(state)
  if (mayStart || state.kinds.has(kind.key)) return kind
  const { level, status, bot, rendered } = record
  const isBot = bot !== undefined && bot !== false
  return { type: 'various', key: JSON.stringify(['various', level, status, isBot, rendered]) }
}

/** People's requests have no address, so theirs are never a scan. */
function kindOf(record: LoggedRecord, { sameFields }: EventRule): Kind {
  const { level, status, clientAddress } = record
  if (status === 404 && sameFields.includes('path') && typeof clientAddress === 'string')
    return { type: 'scan', key: JSON.stringify(['scan', level, addressBlock(clientAddress)]) }
  const parts = sameFields.map((field) => fingerprintPart(field, record[field]))
  return { type: 'alike', key: JSON.stringify([level, ...parts]) }
}

/** Of a stack the top, of an address its block, which is one subscriber's. */
function fingerprintPart(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (field === 'stack') return value.split('\n', 3).join('\n')
  return field === 'clientAddress' ? addressBlock(value) : value
}

function newRepeats(first: LoggedRecord, type: Kind['type']) {
  const lists = {
    references: [] as string[],
    clientAddresses: new Set<string>(),
    userIds: new Set<string>(),
  }
  return { first, type, written: 0, counted: 0, firstAt: '', lastAt: '', ...lists }
}

function count(repeats: Repeats, { time, reference, clientAddress, userId }: LoggedRecord): void {
  repeats.counted += 1
  repeats.lastAt = typeof time === 'string' ? time : new Date().toISOString()
  if (repeats.counted === 1) repeats.firstAt = repeats.lastAt
  const { type, references, clientAddresses, userIds } = repeats
  const maxListed = type === 'alike' ? maxReferences : maxActors
  if (typeof reference === 'string' && references.length < maxListed) references.push(reference)
  if (typeof clientAddress === 'string' && clientAddresses.size < maxActors)
    clientAddresses.add(clientAddress)
  if (typeof userId === 'string' && userIds.size < maxActors) userIds.add(userId)
}

/** The first record with the count, without what others of its kind may not share. */
function describeRepeats(repeats: Repeats): LoggedRecord {
  const { first, type, counted, firstAt, lastAt, references, clientAddresses, userIds } = repeats
  const hasReference = typeof first.reference === 'string'
  return {
    ...(type === 'various' ? sharedFields(first) : first),
    ...(type === 'alike' || first.path === undefined ? {} : { path: various }),
    time: lastAt,
    event: `${first.event}.repeated`,
    count: counted,
    firstAt,
    lastAt,
    ...(hasReference ? { references, referencesLeftOff: counted - references.length } : {}),
    ...(clientAddresses.size > 0 ? { clientAddresses: [...clientAddresses] } : {}),
    ...(userIds.size > 0 ? { userIds: [...userIds] } : {}),
  }
}

const various = '(various)'

function sharedFields({ level, event, reference, status, bot, rendered, buildId }: LoggedRecord) {
  return {
    level,
    time: '',
    event,
    reference,
    status,
    bot: bot === undefined || bot === false ? bot : various,
    rendered,
    buildId,
  }
}
