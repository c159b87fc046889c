/** `npm run doctor` as a process, with none of the developer's settings. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

export type Diagnosis = { code: number | null; output: string; errors: string }

/** Runs it to its end. */
export async function runDoctor(
  settings: Record<string, string>,
  parameters: string[] = [],
): Promise<Diagnosis> {
  const { PATH, HOME, TMPDIR } = process.env
  // Next's own mark that the `.env` files have been read keeps the developer's out, too.
  const environment = { PATH, HOME, TMPDIR, __NEXT_PROCESSED_ENV: 'true', ...settings }
  const child = spawn(process.execPath, [...command, ...parameters], {
    env: environment as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { code: code as number | null, output, errors }
}

/** What `npm run doctor` has Node do. */
const command: string[] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.doctor.split(' ').slice(1)
