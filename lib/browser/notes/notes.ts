import 'client-only'
import { ifAnswered } from '@/lib/browser/http/answers'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { fetchWithSession } from '@/lib/browser/session/fetch'
import type { PublicConfig } from '@/lib/config/config'
import { type Note, type NoteId, type NoteProblem, parseNoteId, parseNoteProblem } from '@/lib/notes'
import { routes } from '@/lib/site/routes'

/** `signed-out`: the session ended and couldn't be renewed. `unreachable`: the result is unknown; retry. */
export type NoteFailure =
  | { status: 'signed-out' | 'unreachable' }
  | { status: 'refused'; problem: NoteProblem | null }
export type NoteSave = { status: 'saved'; note: Note } | NoteFailure
export type NoteDeletion = { status: 'deleted' } | NoteFailure

/** The text to save and the user who typed it, so it never ends up in someone else's notes. */
export type TypedNote = { id: NoteId; text: string; userId: string }

/** Creates or updates a note. Safe to retry after any failure. */
export async function saveNote(config: PublicConfig, { id, text, userId }: TypedNote): Promise<NoteSave> {
  const response = await send(config, id, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, userId }),
  })
  if (!response?.ok) return describeFailure(response)
  const note = parseNote(await ifAnswered(response.json()))
  return note ? { status: 'saved', note } : { status: 'unreachable' }
}

/** Deletes a note; an already deleted one counts as deleted. */
export async function deleteNote(config: PublicConfig, id: NoteId): Promise<NoteDeletion> {
  const response = await send(config, id, { method: 'DELETE' })
  if (response?.ok || response?.status === 404) return { status: 'deleted' }
  return describeFailure(response)
}

function send(config: PublicConfig, id: NoteId, init: RequestInit): Promise<Response | null> {
  const limited = { ...init, signal: AbortSignal.timeout(15_000) }
  return ifAnswered(fetchWithSession(config, routes.api.note(id), limited))
}

async function describeFailure(response: Response | null): Promise<NoteFailure> {
  if (!response || response.status >= 500) return { status: 'unreachable' }
  if (response.status === 401) return { status: 'signed-out' }
  return { status: 'refused', problem: parseNoteProblem(await refusalCode(response)) }
}

function parseNote(value: unknown): Note | null {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('id' in value && 'text' in value && 'savedAt' in value)
  )
    return null
  const id = parseNoteId(value.id)
  const { text, savedAt } = value
  return id && typeof text === 'string' && typeof savedAt === 'string' ? { id, text, savedAt } : null
}
