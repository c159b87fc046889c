import 'server-only'
/** Notes as their pages show them, to their writers and to readers. */
import { codeOf } from '@/lib/error-code'
import type { Note, NoteId, SharedNote, ShareId } from '@/lib/notes/note'
import { providerUserOf } from '@/lib/server/database/accounts'
import type { ProviderUserId, UserId } from '@/lib/server/database/ids'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { reportProcessError } from '@/lib/server/errors'
import { userProfile } from '@/lib/server/identity/user'
import type { LiveSession } from '@/lib/server/session/current'
import { withTimeout } from '@/lib/time/timeout'
import { renderMarkdown } from './markdown'
import { describeNote, findNoteRow, noteLimits } from './notes'
import { runExclusive } from './run-exclusive'
import { describeShare, findSharedNote, findShareOfNote } from './shares'

/** `busy`: over the limit of notes opened per minute. */
export type Rendered = { status: 'rendered'; html: string } | { status: 'busy'; retryAfterSeconds: number }

/** Renders a text, one at a time. Longer texts count more: ten of the longest per minute. */
export async function renderText(userId: UserId, text: string): Promise<Rendered> {
  const retryAfterSeconds = await consumeLimit(noteLimits.open, userId, Math.ceil((text.length + 1) / 9_000))
  if (retryAfterSeconds !== null) return { status: 'busy', retryAfterSeconds }
  return { status: 'rendered', html: await runExclusive('rendering', () => renderMarkdown(text)) }
}

/** Returns one of the user's notes with its share link, or null. */
export async function findNote({ userId }: LiveSession, id: NoteId): Promise<Note | null> {
  const [row, share] = await Promise.all([findNoteRow(id, userId), findShareOfNote(id, userId)])
  return row && { ...describeNote(row), share: share && describeShare(share) }
}

/** Changes with anything a note's page shows. */
export function noteRevision({ version, changedAt, share }: Note): string {
  const ofShare = share && [share.id, share.endsAt, share.hasEnded]
  return [version, changedAt, ...(ofShare ?? [])].join('-')
}

/** Returns a shared note for a reader. Null if there is none. */
export async function readShared(session: LiveSession, id: ShareId): Promise<SharedNote | 'busy' | null> {
  const note = await findSharedNote(id, new Date())
  if (!note) return null
  const { title, text, changedAt } = note
  const rendered = await renderText(session.userId, text)
  if (rendered.status === 'busy') return 'busy'
  const isOwn = note.userId === session.userId
  const author = isOwn ? null : await authorName(await providerUserOf(note.userId))
  return { title, html: rendered.html, author, isOwn, changedAt: changedAt.toISOString() }
}

/**
 * The display name of a shared note's author; null if they have none, if it's their email address, or if the provider doesn't
 * respond within a second. An unexpected error is logged, and the page shown without a name.
 */
export async function authorName(author: ProviderUserId): Promise<string | null> {
  try {
    const profile = await withTimeout(userProfile(author), 1_000)
    if (profile.status !== 'ok') return null
    const { displayName, email } = profile.value
    return displayName !== email ? displayName || null : null
  } catch (error) {
    if (codeOf(error) !== 'timeout') reportProcessError(error)
    return null
  }
}
