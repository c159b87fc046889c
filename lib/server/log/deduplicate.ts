import 'server-only'
import { addressBlock } from '@/lib/http/origin'
import { type EventRule, type LogLevel, ruleOf } from '@/lib/log/record'

/** How long repeats are counted before the count is written. */
export const repeatWindowMs = 10_000

/** Records of a kind written in full per window. */
export const maxFullRecords = 5

/**
 * Kinds tracked per event; the rest are counted by event and status only. `person` allows for every sign-in
 * within ten seconds, so who did what isn't lost in a count.
 */
const maxKinds = { anybody: 200, person: 1_000, site: 200 } as const

/** Missing pages of one client told apart per window. Crawlers ask for fewer: more are a scan, which is one kind. */
const maxPathsPerClient = 20

/**
 * Characters strangers can make us log per event: a burst, then a refill per ten seconds (276 MB a day).
 * Browser-reported errors have their own budget, or forged ones could crowd out ours.
 */
const maxBurstCharacters = 1024 * 1024
const refillCharactersPerWindow = 32 * 1024

/** References kept for records that were only counted; groups keep fewer. */
const maxReferences = 200

/** Addresses and users kept, as a starting point for finding the cause. */
const maxActors = 20

type LoggedRecord = { level: LogLevel; event: string } & Record<string, unknown>
type Write = (record: LoggedRecord) => void
type Complete = (record: LoggedRecord) => LoggedRecord

type Repeats = {
  first: LoggedRecord
  group: Group | null
  hasOtherBots: boolean
  inFull: number
  counted: number
  firstAt: string
  lastAt: string
  references: string[]
  clientAddresses: Set<string>
  userIds: Set<string>
}

/** What is put together though it isn't alike: all that is too much, or the missing pages of one client. */
type Group = { is: 'various' | 'scan'; kind: string }

type EventState = { rule: EventRule; kinds: Map<string, Repeats>; budget: number; refilledAt: number }

/**
 * Deduplicates: writes the first records of a kind, then one count per window, so a flood is a few lines and
 * the totals stay right. `complete` adds what each written record needs. `close` writes pending counts.
 */
export function deduplicate(write: Write, complete: Complete = (record) => record) {
  const books = new Map<string, EventState>()

  function add(record: LoggedRecord): void {
    const book = bookOf(record)
    const exact = fingerprintOf(record, book.rule)
    const group = book.kinds.has(exact) ? null : neededGroup(book, record)
    const kind = group?.kind ?? exact
    const known = book.kinds.get(kind) ?? begin(book, kind, newRepeats(record, group))
    const isWritten = known.inFull < maxFullRecords && hasBudget(book)
    if (isWritten) known.inFull += 1
    if (isWritten) put(book, record)
    else count(known, record)
  }

  function bookOf({ event, place }: LoggedRecord): EventState {
    const name = place === 'browser' ? `${event} in browsers` : event
    const known = books.get(name)
    if (known) return known
    const rule = ruleOf(event) ?? { triggeredBy: 'anybody', sameFields: [] }
    const book = { rule, kinds: new Map(), budget: maxBurstCharacters, refilledAt: Date.now() }
    books.set(name, book)
    return book
  }

  function put(book: EventState, record: LoggedRecord): void {
    const line = complete(record)
    if (book.rule.triggeredBy === 'anybody') book.budget -= JSON.stringify(line).length
    write(line)
  }

  function begin(book: EventState, kind: string, repeats: Repeats): Repeats {
    book.kinds.set(kind, repeats)
    setTimeout(() => end(book, kind), repeatWindowMs).unref()
    return repeats
  }

  function end(book: EventState, kind: string): void {
    const repeats = book.kinds.get(kind)
    book.kinds.delete(kind)
    if (repeats && repeats.counted > 0) put(book, describeRepeats(repeats))
  }

  return {
    add,
    close: () => {
      for (const book of books.values()) for (const kind of [...book.kinds.keys()]) end(book, kind)
    },
  }
}

/** Whether the event's budget has room; an overdraft must refill first. */
function hasBudget(book: EventState): boolean {
  const now = Date.now()
  const earned = ((now - book.refilledAt) / repeatWindowMs) * refillCharactersPerWindow
  book.budget = Math.min(maxBurstCharacters, book.budget + earned)
  book.refilledAt = now
  return book.budget > 0
}

/** The group of a record that may not begin a kind of its own; null if it may. */
function neededGroup(book: EventState, record: LoggedRecord): Group | null {
  const { level, status, bot, rendered } = record
  const client = possibleScanner(record)
  const isOfClient = ({ group, first }: Repeats) => group === null && possibleScanner(first) === client
  if (client !== null && [...book.kinds.values()].filter(isOfClient).length >= maxPathsPerClient)
    return { is: 'scan', kind: JSON.stringify(['scan', level, client]) }
  if (book.kinds.size < maxKinds[book.rule.triggeredBy] && hasBudget(book)) return null
  const isBot = bot !== undefined && bot !== false
  return { is: 'various', kind: JSON.stringify(['various', level, status, isBot, rendered]) }
}

/** The client who may be scanning, if it asked for a missing page; known of bots only. */
function possibleScanner({ status, clientAddress }: LoggedRecord): string | null {
  return status === 404 && typeof clientAddress === 'string' ? addressBlock(clientAddress) : null
}

function newRepeats(first: LoggedRecord, group: Group | null): Repeats {
  const lists = { references: [], clientAddresses: new Set<string>(), userIds: new Set<string>() }
  return { first, group, hasOtherBots: false, inFull: 0, counted: 0, firstAt: '', lastAt: '', ...lists }
}

function count(repeats: Repeats, { time, reference, clientAddress, userId, bot }: LoggedRecord): void {
  repeats.counted += 1
  repeats.lastAt = typeof time === 'string' ? time : new Date().toISOString()
  if (repeats.counted === 1) repeats.firstAt = repeats.lastAt
  const { references, clientAddresses, userIds } = repeats
  repeats.hasOtherBots ||= bot !== repeats.first.bot
  const most = repeats.group ? maxActors : maxReferences
  if (typeof reference === 'string' && references.length < most) references.push(reference)
  if (typeof clientAddress === 'string' && clientAddresses.size < maxActors)
    clientAddresses.add(clientAddress)
  if (typeof userId === 'string' && userIds.size < maxActors) userIds.add(userId)
}

/** The first record with the count; a group keeps only the fields its members share. */
function describeRepeats(repeats: Repeats): LoggedRecord {
  const { first, group, counted, firstAt, lastAt, references, clientAddresses, userIds } = repeats
  const hasReference = typeof first.reference === 'string'
  return {
    ...(group ? shared(repeats) : first),
    time: lastAt,
    event: `${first.event}.repeated`,
    count: counted,
    firstAt,
    lastAt,
    ...(hasReference ? { references, referencesLeftOff: counted - references.length } : {}),
    ...(clientAddresses.size > 0 && group?.is !== 'scan' ? { clientAddresses: [...clientAddresses] } : {}),
    ...(userIds.size > 0 ? { userIds: [...userIds] } : {}),
  }
}

const various = '(various)'

function shared({ first, group, hasOtherBots }: Repeats) {
  const { level, time, event, reference, status, bot, botKind, rendered, buildId, path, clientAddress } =
    first
  const isScan = group?.is === 'scan'
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

function fingerprintOf(record: LoggedRecord, { sameFields: alike }: EventRule): string {
  return JSON.stringify([record.level, ...alike.map((field) => fingerprintPart(field, record[field]))])
}

/** The top of a stack; an address's block, which is one subscriber's. */
function fingerprintPart(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (field === 'stack') return value.split('\n', 3).join('\n')
  return field === 'clientAddress' ? addressBlock(value) : value
}
