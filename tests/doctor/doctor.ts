/** Runs `npm run doctor` without the developer's settings, as a process or in this one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { examine } from '@/scripts/doctor/examination'
import { describeFindings, hasProblem } from '@/scripts/doctor/finding'
import { setUpFolder } from '../database/setup'

type Diagnosis = { code: number | null; output: string; errors: string }

/** The doctor with an empty data folder for each test: in this process, or as the command. */
export function setUpDoctor() {
  const at = setUpFolder()
  return {
    at,
    diagnose: (settings: Settings = {}) => diagnose({ DATA_DIR: at(), ...settings }),
    runDoctor: (settings: Settings = {}) => runDoctor({ DATA_DIR: at(), ...settings }),
  }
}

type Settings = Record<string, string>

/** Runs it to its end. */
export async function runDoctor(settings: Settings): Promise<Diagnosis> {
  const child = spawn(process.execPath, command, {
    env: environmentOf(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { code: code as number | null, output, errors }
}

/** Runs it in this process: its findings and exit code. For settings that don't contact a provider. */
export async function diagnose(settings: Record<string, string>): Promise<Omit<Diagnosis, 'errors'>> {
  const own = process.env
  process.env = environmentOf(settings)
  try {
    const findings = await examine()
    return { code: hasProblem(findings) ? 1 : 0, output: describeFindings(findings) }
  } finally {
    process.env = own
  }
}

/** Each of these begins a line, in which `…` stands for any words; the exit code is that of a problem if one is. */
export function expectLines({ code, output }: Omit<Diagnosis, 'errors'>, ...beginnings: string[]): void {
  for (const beginning of beginnings) expect(output).toMatch(lineOf(beginning))
  expect(code).toBe(beginnings.some((line) => line.startsWith('problem ')) ? 1 : 0)
}

/** A line with this beginning: the verdict, the subject and its words. */
export function lineOf(beginning: string): RegExp {
  const padded = beginning.replace(/^(\w+) /, (_, verdict: string) => verdict.padEnd(9))
  const words = padded.split('…').map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`^${words.join('.*')}`, 'm')
}

function environmentOf(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  // Next's mark that the `.env` files were read: keeps the developer's out.
  const environment = { PATH, HOME, TMPDIR, __NEXT_PROCESSED_ENV: 'as they stand', PORT: '0', ...settings }
  return environment as unknown as NodeJS.ProcessEnv
}

/** Node's arguments of `npm run doctor`. */
const command: string[] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.doctor.split(' ').slice(1)
