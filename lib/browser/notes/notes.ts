import 'client-only'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { nullIfNoResponse } from '@/lib/browser/http/response'
import { fetchWithSession } from '@/lib/browser/session/fetch'
import type { PublicConfig } from '@/lib/config/config'
import { type NoteProblem, parseNoteProblem } from '@/lib/notes/limits'
import type { Note, NoteId, NoteList, NoteText, RenderedNote } from '@/lib/notes/note'
import { noteRequests } from '@/lib/notes/routes'
import type { Share } from '@/lib/notes/share'
import type { SitePath } from '@/lib/site/routes'

/**
 * `signed-out`: the session ended and couldn't be renewed. `other-user`: another tab has signed in to a different account.
 * `unreachable`: the result is unknown; retry. `gone`: the note doesn't exist.
 */
export type NoteFailure =
  | { status: 'signed-out' | 'other-user' | 'unreachable' | 'gone' }
  | { status: 'refused'; problem: NoteProblem | null; retryAfterSeconds: number | null }

export type StoredNote = Omit<Note, 'share' | 'isPinned'>

export type NoteSaveResult =
  | { status: 'saved'; note: StoredNote }
  | { status: 'changed'; note: StoredNote }
  | NoteFailure

/** `base`: the version that the text is based on; null for a new note. `userId`: the user who typed it. */
export type TypedNote = NoteText & { id: NoteId; base: number | null; userId: string }

/** Creates or updates a note. Safe to retry after any failure. `changed`: there is a newer version, which is returned. */
export async function putNote(
  config: PublicConfig,
  { id, ...body }: TypedNote,
  init: Pick<RequestInit, 'keepalive'> = {},
): Promise<NoteSaveResult> {
  const response = await send(config, noteRequests.note(id), { ...putJson(body), ...init })
  const json = await readJson<StoredNote | { code: string; note?: StoredNote }>(response?.clone())
  if (response?.ok && json && 'version' in json) return { status: 'saved', note: json }
  if (response?.status === 409 && json && 'note' in json && json.note)
    return { status: 'changed', note: json.note }
  return failureOf(response)
}

/** Moves a note to the trash, where its share link doesn't work. */
export async function sendToTrash(
  config: PublicConfig,
  id: NoteId,
): Promise<{ status: 'deleted' } | NoteFailure> {
  const response = await send(config, noteRequests.note(id), { method: 'DELETE' })
  return response?.ok ? { status: 'deleted' } : failureOf(response)
}

export async function putPin(
  config: PublicConfig,
  id: NoteId,
  isPinned: boolean,
): Promise<{ status: 'pinned' } | NoteFailure> {
  const response = await send(config, noteRequests.pin(id), putJson({ isPinned }))
  return response?.ok ? { status: 'pinned' } : failureOf(response)
}

/** Returns a note with its HTML. `unchanged`: it still has this ETag. */
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
  const open = response?.ok ? await readJson<RenderedNote>(response) : null
  return open ? { status: 'open', open, etag: response?.headers.get('etag') ?? null } : failureOf(response)
}

export type ListRequest = { after?: string; search?: string; known?: string | null }

export type ListResult = { status: 'listed'; list: NoteList } | { status: 'unchanged' } | NoteFailure

/** Returns a page of the user's notes. `unchanged`: the revision is still `known`. */
export async function fetchNotes(
  config: PublicConfig,
  { known = null, ...query }: ListRequest = {},
): Promise<ListResult> {
  const headers = known === null ? {} : { 'if-none-match': `"${known}"` }
  const response = await send(config, noteRequests.notes(query), { headers })
  if (response?.status === 304) return { status: 'unchanged' }
  const list = response?.ok ? await readJson<NoteList>(response) : null
  return list ? { status: 'listed', list } : failureOf(response)
}

/** Creates a note's share link, or changes when it expires (ISO 8601; null: never). */
export async function putShare(
  config: PublicConfig,
  id: NoteId,
  endsAt: string | null,
): Promise<{ status: 'shared'; share: Share } | NoteFailure> {
  const response = await send(config, noteRequests.share(id), putJson({ endsAt }))
  const share = response?.ok ? await readJson<Share>(response) : null
  return share ? { status: 'shared', share } : failureOf(response)
}

export async function stopSharing(
  config: PublicConfig,
  id: NoteId,
): Promise<{ status: 'ended' } | NoteFailure> {
  const response = await send(config, noteRequests.share(id), { method: 'DELETE' })
  return response?.ok || response?.status === 404 ? { status: 'ended' } : failureOf(response)
}

function send(config: PublicConfig, path: SitePath, init: RequestInit = {}): Promise<Response | null> {
  return nullIfNoResponse(fetchWithSession(config, path, init))
}

function putJson(value: unknown): RequestInit {
  return { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** Returns our own server's JSON; null if it didn't arrive completely. */
async function readJson<T>(response: Response | null | undefined): Promise<T | null> {
  return response ? nullIfNoResponse<T>(response.json()) : null
}

async function failureOf(response: Response | null): Promise<NoteFailure> {
  if (!response || response.ok || response.status >= 500) return { status: 'unreachable' }
  if (response.status === 404 || response.status === 410) return { status: 'gone' }
  const code = await refusalCode(response)
  if (response.status === 401) return { status: code === 'other-user' ? 'other-user' : 'signed-out' }
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || null
  return { status: 'refused', problem: parseNoteProblem(code), retryAfterSeconds }
}
