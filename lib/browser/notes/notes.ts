import 'client-only'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { nullIfNoResponse } from '@/lib/browser/http/response'
import { fetchWithSession } from '@/lib/browser/session/fetch'
import type { PublicConfig } from '@/lib/config/config'
import { type NoteProblem, parseNoteProblem } from '@/lib/notes/limits'
import type { Note, NoteId, NoteList, NoteText, RenderedNote } from '@/lib/notes/note'
import type { Share } from '@/lib/notes/share'
import { noteRequests } from '@/lib/site/note-routes'
import type { SitePath } from '@/lib/site/routes'

/**
 * `signed-out`: the session ended and couldn't be renewed. `other-user`: another tab has signed in as somebody else.
 * `unreachable`: the result is unknown; retry. `gone`: there is no such note (any more).
 */
export type NoteFailure =
  | { status: 'signed-out' | 'other-user' | 'unreachable' | 'gone' }
  | { status: 'refused'; problem: NoteProblem | null; retryAfterSeconds: number | null }

export type StoredNote = Omit<Note, 'share' | 'isPinned'>

export type NoteSaveResult =
  | { status: 'saved'; note: StoredNote }
  | { status: 'changed'; note: StoredNote }
  | NoteFailure

/** The text to save, the version it is based on (null: a new note), and the user who typed it. */
export type TypedNote = NoteText & { id: NoteId; base: number | null; userId: string }

/** Creates or updates a note. Safe to retry after any failure. `changed`: somebody else saved the returned one meanwhile. */
export async function putNote(
  config: PublicConfig,
  { id, ...body }: TypedNote,
  init: Pick<RequestInit, 'keepalive'> = {},
): Promise<NoteSaveResult> {
  const response = await send(config, noteRequests.note(id), { ...withJson('PUT', body), ...init })
  const answer = await read<StoredNote | { code: string; note?: StoredNote }>(response?.clone())
  if (response?.ok && answer && 'version' in answer) return { status: 'saved', note: answer }
  if (response?.status === 409 && answer && 'note' in answer && answer.note)
    return { status: 'changed', note: answer.note }
  return failureIn(response)
}

/** Moves a note to the trash, and ends its link. */
export async function sendToTrash(
  config: PublicConfig,
  id: NoteId,
): Promise<{ status: 'deleted' } | NoteFailure> {
  const response = await send(config, noteRequests.note(id), { method: 'DELETE' })
  return response?.ok ? { status: 'deleted' } : failureIn(response)
}

/** Keeps a note on top of the list, or no longer. */
export async function putPin(
  config: PublicConfig,
  id: NoteId,
  isPinned: boolean,
): Promise<{ status: 'pinned' } | NoteFailure> {
  const response = await send(config, noteRequests.pin(id), withJson('PUT', { isPinned }))
  return response?.ok ? { status: 'pinned' } : failureIn(response)
}

/** A note, whole. `unchanged`: it is as it was when it had this ETag. */
export async function fetchNote(
  config: PublicConfig,
  id: NoteId,
  etag: string | null = null,
): Promise<
  { status: 'open'; open: RenderedNote; etag: string | null } | { status: 'unchanged' } | NoteFailure
> {
  const headers = etag === null ? {} : { 'if-none-match': etag }
  const response = await send(config, noteRequests.note(id), { headers })
  if (response?.status === 304) return { status: 'unchanged' }
  const open = response?.ok ? await read<RenderedNote>(response) : null
  const name = response?.headers.get('etag') ?? null
  return open ? { status: 'open', open, etag: name } : failureIn(response)
}

type ListRequest = { after?: string; search?: string; known?: string | null }

export type ListResult = { status: 'listed'; list: NoteList } | { status: 'unchanged' } | NoteFailure

/** A part of the user's notes. `unchanged`: they are as in the revision `known`. */
export async function fetchNotes(
  config: PublicConfig,
  { known = null, ...query }: ListRequest = {},
): Promise<ListResult> {
  const headers = known === null ? {} : { 'if-none-match': `"${known}"` }
  const response = await send(config, noteRequests.notes(query), { headers })
  if (response?.status === 304) return { status: 'unchanged' }
  const list = response?.ok ? await read<NoteList>(response) : null
  return list ? { status: 'listed', list } : failureIn(response)
}

/** Makes a link to a note, or changes its end (ISO 8601; null: it doesn't end by itself). */
export async function putShare(
  config: PublicConfig,
  id: NoteId,
  endsAt: string | null,
): Promise<{ status: 'shared'; share: Share } | NoteFailure> {
  const response = await send(config, noteRequests.share(id), withJson('PUT', { endsAt }))
  const share = response?.ok ? await read<Share>(response) : null
  return share ? { status: 'shared', share } : failureIn(response)
}

/** Ends a note's link. */
export async function stopSharing(
  config: PublicConfig,
  id: NoteId,
): Promise<{ status: 'ended' } | NoteFailure> {
  const response = await send(config, noteRequests.share(id), { method: 'DELETE' })
  return response?.ok || response?.status === 404 ? { status: 'ended' } : failureIn(response)
}

function send(config: PublicConfig, path: SitePath, init: RequestInit = {}): Promise<Response | null> {
  return nullIfNoResponse(fetchWithSession(config, path, init))
}

function withJson(method: 'PUT', value: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** Our own server's JSON; null if it didn't arrive whole. */
async function read<T>(response: Response | null | undefined): Promise<T | null> {
  return response ? nullIfNoResponse<T>(response.json()) : null
}

async function failureIn(response: Response | null): Promise<NoteFailure> {
  if (!response || response.ok || response.status >= 500) return { status: 'unreachable' }
  if (response.status === 404 || response.status === 410) return { status: 'gone' }
  const code = await refusalCode(response)
  if (response.status === 401) return { status: code === 'other-user' ? 'other-user' : 'signed-out' }
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || null
  return { status: 'refused', problem: parseNoteProblem(code), retryAfterSeconds }
}
