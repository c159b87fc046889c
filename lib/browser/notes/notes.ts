import 'client-only'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { nullIfNoResponse } from '@/lib/browser/http/response'
import { observable } from '@/lib/browser/observable'
import { fetchWithSession } from '@/lib/browser/session/renewal'
import type { PublicConfig } from '@/lib/config/config'
import { type NoteProblem, parseNoteProblem } from '@/lib/notes/limits'
import type { Note, NoteId, NoteText } from '@/lib/notes/note'
import { noteRequests } from '@/lib/notes/routes'
import type { SitePath } from '@/lib/site/routes'

/**
 * `signed-out`: the session ended and couldn't be renewed. `other-user`: another tab has signed in to a different account.
 * `unreachable`: the result is unknown; retry. `gone`: the note doesn't exist.
 */
export type NoteFailure =
  | { status: 'signed-out' | 'other-user' | 'unreachable' | 'gone' }
  | { status: 'refused'; problem: NoteProblem | null; retryAfterSeconds: number | null }

/** Whether only a sign-in helps. */
export function isSignedOut(result: { status: string }): boolean {
  return result.status === 'signed-out' || result.status === 'other-user'
}

export type StoredNote = Omit<Note, 'share'>

export type NoteSaveResult =
  | { status: 'saved'; note: StoredNote }
  | { status: 'changed'; note: StoredNote }
  | NoteFailure

/** `base`: the version that the text is based on; null for a new note. `userId`: the user who typed it. */
export type TypedNote = NoteText & { id: NoteId; base: number | null; userId: string }

/** The note that this page has just created. */
export const createdNote = observable<NoteId, null>(null)

/** Creates or updates a note. Safe to retry after any failure. `changed`: there is a newer version, which is returned. */
export async function putNote(
  config: PublicConfig,
  { id, ...body }: TypedNote,
  init: Pick<RequestInit, 'keepalive'> = {},
): Promise<NoteSaveResult> {
  const response = await send(config, noteRequests.note(id), { method: 'PUT', ...json(body), ...init })
  const answer = await readJson<StoredNote | { code: string; note?: StoredNote }>(response?.clone())
  if (response?.ok && answer && 'version' in answer) {
    if (body.base === null) createdNote.set(id)
    return { status: 'saved', note: answer }
  }
  if (response?.status === 409 && answer && 'note' in answer && answer.note)
    return { status: 'changed', note: answer.note }
  return failureOf(response)
}

/** Sends a change of a note other than its text. `value`: the response's JSON; null if it has none, or it was lost. */
export async function changeNote<T = unknown>(
  config: PublicConfig,
  path: SitePath,
  method: 'PUT' | 'DELETE',
  body?: object,
): Promise<{ status: 'done'; value: T | null } | NoteFailure> {
  const response = await send(config, path, { method, ...(body && json(body)) })
  return response?.ok ? { status: 'done', value: await readJson<T>(response) } : failureOf(response)
}

export type FetchResult<T> =
  | { status: 'fetched'; value: T; etag: string | null }
  | { status: 'unchanged' }
  | NoteFailure

/** Fetches what may be shown already. `unchanged`: it still has this ETag. */
export async function fetchIfChanged<T>(
  config: PublicConfig,
  path: SitePath,
  etag: string | null = null,
): Promise<FetchResult<T>> {
  const headers = etag === null ? {} : { 'if-none-match': etag }
  const response = await send(config, path, { headers })
  if (response?.status === 304) return { status: 'unchanged' }
  const value = response?.ok ? await readJson<T>(response) : null
  return value
    ? { status: 'fetched', value, etag: response?.headers.get('etag') ?? null }
    : failureOf(response)
}

function send(config: PublicConfig, path: SitePath, init: RequestInit): Promise<Response | null> {
  return nullIfNoResponse(fetchWithSession(config, path, init))
}

function json(body: object): RequestInit {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Returns our own server's JSON; null if it didn't arrive completely. */
async function readJson<T>(response: Response | null | undefined): Promise<T | null> {
  return response ? nullIfNoResponse<T>(response.json()) : null
}

async function failureOf(response: Response | null): Promise<NoteFailure> {
  if (!response || response.ok || response.status >= 500) return { status: 'unreachable' }
  const code = await refusalCode(response)
  // By the code: a proxy's 404 says nothing about the note.
  if (code === 'no-such-note') return { status: 'gone' }
  if (response.status === 401) return { status: code === 'other-user' ? 'other-user' : 'signed-out' }
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || null
  return { status: 'refused', problem: parseNoteProblem(code), retryAfterSeconds }
}
