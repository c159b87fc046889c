/** The public runtime configuration in words: what is set, what holds, and what is wrong with it. */
import { parseSiteConfig, siteSettings } from './config'
import type { Environment } from './settings'

/** One setting as the server sees it; keys are masked. */
export type SettingReport = { name: string; value: string; verdict: string; isValid: boolean }

const variables = [
  'USE_AUTH_EMULATOR',
  'AUTH_EMULATOR_URL',
  'GTAG_ID',
  'GTAG_CONSENT',
  'AUTH_TOKEN_SYNC_URL',
  'AUTH_TOKEN_MAX_AGE',
] as const

/** All of spec section 3, 'Public runtime configuration', each value judged. */
export function reportSettings(environment: Environment): SettingReport[] {
  const { config, problems } = parseSiteConfig(environment)
  const { identity } = config.public
  const identityProblem = problemOf('FIREBASE_WEBAPP_CONFIG') ?? config.identityProblem
  const verdict = identityProblem ?? 'valid'
  return [
    {
      name: 'FIREBASE_WEBAPP_CONFIG: apiKey',
      value: mask(identity?.apiKey),
      verdict,
      isValid: !identityProblem,
    },
    {
      name: 'FIREBASE_WEBAPP_CONFIG: projectId',
      value: identity?.projectId ?? '',
      verdict,
      isValid: !identityProblem,
    },
    {
      name: 'FIREBASE_WEBAPP_CONFIG: authDomain',
      value: identity?.authDomain ?? '',
      verdict,
      isValid: !identityProblem,
    },
    ...variables.map(reportVariable),
  ]

  function reportVariable(name: (typeof variables)[number]): SettingReport {
    const problem = problemOf(name)
    const isDefault = environment[name] === undefined
    return {
      name,
      value: environment[name] ?? siteSettings[name].reader.default ?? '',
      verdict: problem ?? (isDefault ? 'valid, by default' : 'valid'),
      isValid: !problem,
    }
  }

  function problemOf(name: string): string | undefined {
    return problems.find(({ variable }) => variable === name)?.problem
  }
}

/** Enough of a key to tell it from another, not enough to use it. */
function mask(key: string | undefined): string {
  if (!key) return ''
  return key.length < 12 ? '…' : `${key.slice(0, 4)}…${key.slice(-2)}`
}
