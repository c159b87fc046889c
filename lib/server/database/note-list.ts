import 'server-only'
/** Lists of a user's notes: their beginnings, last changed first. */
import { and, count, desc, eq, lt, max, or, type SQL, sql } from 'drizzle-orm'
import type { NoteId } from '@/lib/notes/note'
import { askDatabase } from './connection'
import type { UserId } from './names'
import { notes, shares, wordsOf } from './schema'

export type NoteSummaryRow = {
  id: NoteId
  title: string
  start: string
  isWhole: boolean
  version: number
  changedAt: Date
  isShared: boolean
}

/** Where a list goes on: after this note. */
export type ListPlace = { changedAt: Date; id: NoteId }

export type ListQuestion = {
  userId: UserId
  after: ListPlace | null
  /** Only notes with words that begin with each of these; empty for all. */
  words: readonly string[]
  limit: number
  now: Date
}

/** How much of a note a list shows, in characters. */
const startLength = 280

/** A part of the list. */
export function listNoteRows({ userId, after, words, limit, now }: ListQuestion): Promise<NoteSummaryRow[]> {
  return askDatabase((queries) => {
    const isMeant = and(
      eq(notes.userId, userId),
      after ? isAfter(after) : undefined,
      words.length > 0 ? sql`${notes.id} in (${foundBy(userId, words)})` : undefined,
    )
    return queries
      .select({
        id: notes.id,
        title: notes.title,
        start: sql<string>`left(${notes.text}, ${startLength})`,
        isWhole: sql<boolean>`char_length(${notes.text}) <= ${startLength}`,
        version: notes.version,
        changedAt: notes.changedAt,
        isShared: sql<boolean>`coalesce(${isLiveShare(now)}, false)`,
      })
      .from(notes)
      .leftJoin(shares, eq(shares.noteId, notes.id))
      .where(isMeant)
      .orderBy(desc(notes.changedAt), desc(notes.id))
      .limit(limit)
  })
}

/** Changes with any change of the user's notes and links. Cheap: asked by every page that looks at them. */
export async function noteListRevision(userId: UserId): Promise<string> {
  const [row] = await askDatabase((queries) => {
    const links = queries
      .select({ links: count().as('links'), lastLink: max(shares.createdAt).as('last_link') })
      .from(shares)
      .where(eq(shares.userId, userId))
      .as('of_shares')
    return queries
      .select({ count: count(), last: max(notes.changedAt), links: links.links, lastLink: links.lastLink })
      .from(notes)
      .crossJoin(links)
      .where(eq(notes.userId, userId))
      .groupBy(links.links, links.lastLink)
  })
  if (!row) return 'none'
  return [row.count, row.last?.getTime(), row.links, row.lastLink?.getTime() ?? 0].join('-')
}

function isAfter({ changedAt, id }: ListPlace): SQL | undefined {
  return or(lt(notes.changedAt, changedAt), and(eq(notes.changedAt, changedAt), lt(notes.id, id)))
}

function isLiveShare(now: Date): SQL {
  return sql`${shares.id} is not null and (${shares.endsAt} is null or ${shares.endsAt} > ${now.toISOString()}::timestamptz)`
}

/**
 * The IDs of notes with these words. Materialized, as the planner would otherwise go through the list and split each text
 * into words. PostgreSQL splits what was asked like the texts; what holds no word finds nothing.
 */
function foundBy(userId: UserId, words: readonly string[]): SQL {
  const asked = words.map((word) => `${quoted(word)}:*`).join(' & ')
  const owner = quoted(`u:${userId}`)
  const wanted = sql`to_tsquery('simple', ${asked})`
  return sql`with found as materialized (
    select ${notes.id} from ${notes}
    where numnode(${wanted}) > 0 and ${wordsOf(notes)} @@ (${owner}::tsquery && ${wanted})
  ) select id from found`
}

/** As one operand of a `tsquery`. */
function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, (character) => character + character)}'`
}
