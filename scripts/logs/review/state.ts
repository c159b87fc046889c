/** What reviews remember: when the last one was, which errors they know, and which they ignore. */
import { readFile, stat } from 'node:fs/promises'
import * as v from 'valibot'
import { codeOf } from '../../../lib/error-code'
import { parseJson } from '../../../lib/json'
import { startProblem } from '../../start/terminal'
import { isFingerprint } from './fingerprint'
import { writeFileAtomic } from './write'

/** Dates are ISO 8601; the keys are fingerprints. */
export type ReviewState = v.InferOutput<typeof stateFile>

const date = v.pipe(v.string(), v.isoTimestamp())
/** At most 200 characters from `describeBriefly`, of up to two code units each. */
const what = v.pipe(v.string(), v.maxLength(400))
const fingerprint = v.pipe(v.string(), v.check(isFingerprint))

const stateFile = v.strictObject({
  version: v.literal(1),
  /** The end of the latest period that was reviewed; null before the first review. */
  reviewedUntil: v.nullable(date),
  /** `what` is for people who read the file. */
  known: v.record(fingerprint, v.strictObject({ first: date, last: date, what })),
  ignored: v.record(
    fingerprint,
    v.strictObject({ reason: v.pipe(v.string(), v.minLength(1), v.maxLength(500)), since: date, what }),
  ),
})

export const noState: ReviewState = { version: 1, reviewedUntil: null, known: {}, ignored: {} }

/** The state in this file, or null if there is no file. Throws a start problem if the file is something else. */
export async function readState(file: string): Promise<ReviewState | null> {
  const text = await readText(file)
  if (text === null) return null
  const parsed = v.safeParse(stateFile, parseJson(text))
  if (parsed.success) return parsed.output
  const field = v.getDotPath(parsed.issues[0])
  throw startProblem(`${file} isn't the state of a review${field ? ` (${field})` : ''}. It's left as it is.`)
}

/** Replaces the file. If there are too many known errors, those seen longest ago are forgotten. */
export async function writeState(file: string, state: ReviewState): Promise<void> {
  const latestFirst = Object.entries(state.known).sort(([, a], [, b]) => (a.last < b.last ? 1 : -1))
  const known = Object.fromEntries(latestFirst.slice(0, maxKnown))
  await writeFileAtomic(file, `${JSON.stringify({ ...state, known }, null, 2)}\n`)
}

/** `npm run logs -- --ignore`. */
export type IgnoreRequest = { fingerprint: string; reason: string; stateFile: string; now: number }

/** Ignores the error in later reviews and returns what it is. Throws a start problem if no review has seen it. */
export async function ignoreError({ fingerprint, reason, stateFile, now }: IgnoreRequest): Promise<string> {
  const state = await readState(stateFile)
  if (!state) throw startProblem(`There is no file ${stateFile}. A review with --state creates it.`)
  const what = state.known[fingerprint]?.what ?? state.ignored[fingerprint]?.what
  if (what === undefined) throw startProblem(`No review with ${stateFile} has seen ${fingerprint}.`)
  if (Object.keys(state.ignored).length >= maxIgnored)
    throw startProblem(`${stateFile} ignores ${maxIgnored} errors already. Remove some of them in the file.`)
  const since = new Date(now).toISOString()
  const ignored = { ...state.ignored, [fingerprint]: { reason, since, what } }
  await writeState(stateFile, { ...state, ignored })
  return what
}

/** Even with the longest texts, this many of both stay below the file's limit. */
const maxKnown = 5_000
const maxIgnored = 1_000
const maxFileBytes = 8 * 1024 * 1024

async function readText(file: string): Promise<string | null> {
  try {
    if ((await stat(file)).size > maxFileBytes)
      throw startProblem(`${file} isn't the state of a review: it's over 8 MB. It's left as it is.`)
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return null
    if (code !== null) throw startProblem(`${file} can't be read (${code}).`)
    throw error
  }
}
