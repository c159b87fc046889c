/** Parts of a measurement that need a process of their own, so that one does not slow or use up what another measures. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { typescriptFlags } from '../start/project'

export type Part<Output> = {
  /** A file of the folder `parts`. */
  name: 'keep-session' | 'send-requests' | 'session-cost'
  input: object
  environment: NodeJS.ProcessEnv
  output: v.GenericSchema<unknown, Output>
}

/** Runs a part, which gets its input as JSON and prints its output as JSON. */
export async function runPart<Output>({ name, input, environment, output }: Part<Output>): Promise<Output> {
  const file = path.join(import.meta.dirname, 'parts', `${name}.ts`)
  const run = [...typescriptFlags, file, JSON.stringify(input)]
  const child = spawn(process.execPath, run, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const exitCode = new Promise((resolve) => child.once('close', resolve))
  const printed = await text(child.stdout)
  if ((await exitCode) !== 0) throw new Error(`The part ${name} of the measurement failed.`)
  const [lastLine = ''] = printed.trim().split('\n').slice(-1)
  return v.parse(output, JSON.parse(lastLine))
}

/** What the part that runs here was given. */
export function parseInput<Input>(shape: v.GenericSchema<unknown, Input>): Input {
  return v.parse(shape, JSON.parse(process.argv[2] ?? ''))
}
