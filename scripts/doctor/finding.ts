/** The doctor's checks, and the output of what they find. */

import type { IdentitySettings } from '../../lib/config/config'
import { printable } from '../../lib/log/record'
import type { ServerConfig } from '../../lib/server/config'
import type { Postgres } from './postgres'

/** A `problem` keeps the site, or signing in, from working. A `warning` is worth a look. */
export type Verdict = { verdict: 'ok' | 'warning' | 'problem'; words: string }

export type Finding = Verdict & { subject: string }

/** Each by the subject of its verdict; null if there is nothing to say. */
export type Checks = Readonly<Record<string, (context: DoctorContext) => Checked | Promise<Checked>>>

type Checked = Verdict | null

export type DoctorContext = {
  config: ServerConfig
  /** The settings of a real identity provider; null with the emulator, or without any. */
  provider: IdentitySettings | null
  /** Null with the embedded database. */
  postgres: Promise<Postgres> | null
  /** Whether `npm start` would run its own sign-in service. */
  isEmbedded: boolean
  isProduction: boolean
}

export function ok(words: string): Verdict {
  return { verdict: 'ok', words }
}

export function warning(words: string): Verdict {
  return { verdict: 'warning', words }
}

export function problem(words: string): Verdict {
  return { verdict: 'problem', words }
}

export function hasProblem(findings: Finding[]): boolean {
  return findings.some(({ verdict }) => verdict === 'problem')
}

/** One line per finding, then the totals. */
export function describeFindings(findings: Finding[]): string {
  const lines = findings.map(({ subject, verdict, words }) => `${verdict.padEnd(9)}${subject}: ${words}`)
  const countOf = (wanted: Verdict['verdict']) => findings.filter(({ verdict }) => verdict === wanted).length
  return `${lines.map(printable).join('\n')}\n\nproblems: ${countOf('problem')}, warnings: ${countOf('warning')}\n`
}
