/** `npm run logs -- --ignore`: what reviews no longer count. */
import { startProblem } from '../../start/terminal'
import { readState, writeState } from './state'

export type IgnoreRequest = { fingerprint: string; reason: string; stateFile: string; now: number }

/** Adds the error to the ignored ones and returns what it is. Throws words for people if no review has seen it. */
export async function ignoreError({ fingerprint, reason, stateFile, now }: IgnoreRequest): Promise<string> {
  const state = await readState(stateFile)
  if (!state) throw startProblem(`There is no file ${stateFile}. A review with --state makes it.`)
  const what = state.known[fingerprint]?.what ?? state.ignored[fingerprint]?.what
  if (what === undefined) throw startProblem(`No review with ${stateFile} has seen ${fingerprint}.`)
  if (Object.keys(state.ignored).length >= maxIgnored)
    throw startProblem(`${stateFile} ignores ${maxIgnored} errors already. Remove some of them in the file.`)
  const since = new Date(now).toISOString()
  await writeState(stateFile, {
    ...state,
    ignored: { ...state.ignored, [fingerprint]: { reason, since, what } },
  })
  return what
}

const maxIgnored = 1_000
