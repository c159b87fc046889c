/** The doctor's findings and their output. */
import type { ServerConfig } from '../../lib/server/config'

/** A `problem` keeps the site, or signing in, from working. A `warning` is worth a look. */
export type Finding = { subject: string; verdict: 'ok' | 'warning' | 'problem'; words: string }

export type DoctorContext = {
  config: ServerConfig
  /** Whether `npm start` would run its own sign-in service. */
  isEmbedded: boolean
  isProduction: boolean
}

export function ok(subject: string, words: string): Finding {
  return { subject, verdict: 'ok', words }
}

export function warning(subject: string, words: string): Finding {
  return { subject, verdict: 'warning', words }
}

export function problem(subject: string, words: string): Finding {
  return { subject, verdict: 'problem', words }
}

export function hasProblem(findings: Finding[]): boolean {
  return findings.some(({ verdict }) => verdict === 'problem')
}

/** One line per finding, then the totals. */
export function describeFindings(findings: Finding[]): string {
  const lines = findings.map(({ subject, verdict, words }) => `${verdict.padEnd(9)}${subject}: ${words}`)
  const countOf = (wanted: Finding['verdict']) => findings.filter(({ verdict }) => verdict === wanted).length
  return `${lines.join('\n')}\n\nproblems: ${countOf('problem')}, warnings: ${countOf('warning')}\n`
}
