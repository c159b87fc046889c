/** Which errors are the same, and how many of each there are, in bounded memory. */
import type { ErrorRecord, JsonObject } from '../../lib/log/error-line'

/** Errors that are the same. Times are milliseconds since 1970. */
export type Group = ReturnType<typeof newGroup>

/** How many groups are kept when there are too many. */
export const maxGroups = 2_000
const maxBots = 4
/** Anyone can claim to come from anywhere. */
const maxLinks = 5

/**
 * Counts errors in groups, also by bot with `byBot`. At twice `maxGroups`, half are forgotten: addresses without a page
 * first, as anyone can make up any number of them, then what isn't the site's fault, then those with the fewest errors.
 */
export function createGroups({ byBot = false } = {}) {
  const groups = new Map<string, Group>()
  let isWhole = true

  function add(record: ErrorRecord, object: JsonObject): void {
    const key = groupingKey(record) + (byBot ? `\0${record.bot}` : '')
    const group = groups.get(key) ?? newGroup(record, object)
    groups.set(key, group)
    addTo(group, record)
    if (groups.size >= maxGroups * 2) forgetRare()
  }

  function forgetRare(): void {
    const ranked = [...groups].map(([key, group]) => ({ key, group, rank: rankOf(group) }))
    const sorted = ranked.sort((a, b) => b.rank - a.rank || b.group.count - a.group.count)
    for (const { key, group } of sorted.slice(maxGroups)) {
      groups.delete(key)
      isWhole &&= isUnknownAddress(group)
    }
  }

  return {
    add,
    groups: groups as ReadonlyMap<string, Group>,
    /** False if errors were forgotten, and not only addresses without a page. */
    isWhole: () => isWhole,
  }
}

function newGroup(record: ErrorRecord, object: JsonObject) {
  const { level, status, event, place, name, message, firstAt, lastAt, reference } = record
  return {
    ...{ level, status, event, place, name, message },
    /** The page's pattern, or the path. Null outside of a request. */
    where: locationOf(record),
    /** Lines of the first one's stack, the site's own and the topmost. They are named when they are shown. */
    frames: framesOf(object),
    count: 0,
    people: 0,
    /** The first few. */
    bots: [] as string[],
    ...{ firstAt, lastAt },
    /** Of the latest error that wasn't folded. */
    reference,
    /** Where the links to a missing page are, a path of this site or another site, and how often they were followed. */
    links: new Map<string, number>(),
  }
}

function addTo(group: Group, record: ErrorRecord): void {
  const { count, bot, place, firstAt, lastAt, referrer, path } = record
  if (!record.isFolded && lastAt >= group.lastAt) group.reference = record.reference
  group.count += count
  if (bot === null && place !== 'process') group.people += count
  if (bot !== null && group.bots.length < maxBots && !group.bots.includes(bot)) group.bots.push(bot)
  group.firstAt = Math.min(group.firstAt, firstAt)
  group.lastAt = Math.max(group.lastAt, lastAt)
  // Scanners often claim to come from the address itself.
  if (referrer === null || referrer === path) return
  const { links } = group
  if (links.size < maxLinks || links.has(referrer)) links.set(referrer, (links.get(referrer) ?? 0) + count)
}

/** What matters most is highest. */
function rankOf(group: Group): number {
  if (!isUnknownAddress(group)) return isFailure(group) ? 4 : 3
  if (isLinkedHere(group)) return 2
  return group.links.size > 0 ? 1 : 0
}

/** Whether a page of this site links to the missing page. */
export function isLinkedHere({ links }: Group): boolean {
  return [...links.keys()].some((link) => link.startsWith('/'))
}

/** What decides about the kind of an error or a notice. */
type Kinded = Pick<Group, 'status' | 'level' | 'reference'>

/**
 * Whether it's the site's fault: a status from 500 on, or thrown without one. Others are requests for missing pages, and
 * warnings.
 */
export function isFailure({ status, level, reference }: Kinded): boolean {
  if (reference === null) return level === 'error'
  return status === null || status >= 500 || status < 400
}

/** What is counted, as a reader cares. */
export const kinds = {
  people: 'Failures that people met',
  bots: 'Failures that bots met',
  outside: 'Failures outside of requests',
  missing: 'Missing pages that people asked for',
  missingByBots: 'Missing pages that bots asked for',
  warnings: 'Warnings',
} as const

export type Kind = keyof typeof kinds

/** The kind of an error or a notice; null for what only tells the site's course, such as a start. */
export function kindOf(record: Kinded & Pick<ErrorRecord, 'bot' | 'place'>): Kind | null {
  if (record.reference === null && record.level === 'info') return null
  if (record.reference === null && record.level === 'warn') return 'warnings'
  if (!isFailure(record)) return record.bot === null ? 'missing' : 'missingByBots'
  if (record.bot !== null) return 'bots'
  return record.place === 'process' ? 'outside' : 'people'
}

/** Whether the site has no such address. Anyone can make up any number of them. */
export function isUnknownAddress({ event }: { event: string }): boolean {
  return event === 'route.unknown'
}

/** Equal for the same error in any build and for any client: numbers and IDs in paths and messages don't count. */
function groupingKey(record: ErrorRecord): string {
  const { event, status, place, name, message } = record
  return [status, event, locationOf(record), place, name, maskIds(message)].join('\0')
}

/** The page's pattern, or the path. Null outside of a request. */
export function locationOf(record: ErrorRecord): string | null {
  if (isUnknownAddress(record)) return record.path
  return record.route ?? (record.path === null ? null : maskIds(record.path))
}

/** In time linear to the length of the text, which strangers may choose. */
function maskIds(text: string): string {
  return text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{8,}|\d+/gi, '#')
}

const maxFrames = 20
const maxStackLines = 100
const maxFrameLength = 200

/** Whether a line of a stack names a place, in the format of V8 or of the other engines. */
export function isFrame(line: string): boolean {
  return /^ *at |^[^@]{0,80}@\w+:\/\//.test(line)
}

/** Copies them: V8 keeps the whole stack alive behind a slice. */
function framesOf({ stack, source }: JsonObject): string[] {
  const trace = typeof source === 'string' ? `at ${source}` : stack
  if (typeof trace !== 'string') return []
  const lines = trace.split('\n', maxStackLines).filter(isFrame)
  return lines
    .filter((line, index) => index === 0 || !/node_modules|node:|<anonymous>/.test(line))
    .slice(0, maxFrames)
    .map((line) => Buffer.from(line.trim().slice(0, maxFrameLength)).toString())
}
