/** What Vitest does once, before and after the tests of the database: one is made that they copy. */
import { createRunFolder, type RunFolder } from './data-dir'

let run: RunFolder | undefined

export async function setup(): Promise<void> {
  run = await createRunFolder()
}

export async function teardown(): Promise<void> {
  await run?.close()
}
