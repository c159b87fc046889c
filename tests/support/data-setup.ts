/** Vitest's global setup: creates the database that the tests copy. */
import { createRunFolder, type RunFolder } from './data-dir'

let run: RunFolder | undefined

export async function setup(): Promise<void> {
  run = await createRunFolder()
}

export async function teardown(): Promise<void> {
  await run?.close()
}
