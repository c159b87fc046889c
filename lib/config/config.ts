/**
 * Public settings and what the middleware needs; any part of Foyer may import this, so never add a secret.
 * Only this and `lib/server/config.ts` read the environment.
 */
import * as v from 'valibot'
import { type Provider, providers } from '@/lib/identity/providers'
import { type SecondFactorKind, secondFactorKinds } from '@/lib/identity/second-factor'
import type { LogLevel } from '@/lib/log/record'
import { apiRoutes } from '@/lib/site/api-routes'
import { type IdentitySettings, parseIdentity } from './identity'
import { type LogFormat, logFormat, logSettings } from './logging'
import { type Operator, operatorFrom, operatorSettings } from './operator'
import { passkeySettings, resolveRpId } from './passkeys'
import {
  type Environment,
  flag,
  httpUrl,
  jsonObject,
  listOf,
  readSettings,
  requireConfig,
  type SettingProblem,
  setting,
  wholeNumber,
} from './settings'
import { type GoogleTag, tagFrom, tagSettings } from './tag'

/** The response of `GET /api/config` (S41–S45). */
export type PublicConfig = {
  /** Null if sign-in isn't configured. */
  identity: IdentitySettings | null
  /** The Auth emulator's URL; null for the real provider. */
  emulatorUrl: string | null
  /** The other sites that people can sign in with. */
  providers: readonly Provider[]
  /** Whether pages where people sign in may load Google's reCAPTCHA. Never with the emulator, which asks for none. */
  recaptcha: boolean
  /** The second factors people may add to their account. Without `sms` the site sends no text messages. */
  secondFactors: readonly SecondFactorKind[]
  /** Whether people can have passkeys: not where the site has no name, or no https. */
  passkeys: boolean
  /** Null without Google's tag. */
  analytics: GoogleTag | null
  tokenSync: { url: string | null; maxAgeSeconds: number }
  /** Average interval at which open pages check for a new build. */
  buildPollMinutes: number
  operator: Operator
}

/** Settings for the middleware and the server. */
export type SiteConfig = {
  public: PublicConfig
  /** Why identity settings are missing; null if present. */
  identityProblem: string | null
  session: { cookieName: string; keysUrl: string }
  origin: { siteUrl: string | null; trustedProxies: number }
  /** Null without passkeys. */
  passkeyRpId: string | null
  logLevel: LogLevel
  logFormat: LogFormat
  /** Whose traces the log names, in Google's format; null if nobody says. */
  googleProject: string | null
  /** `next dev`: hot reload doesn't work under a strict policy. */
  isDevelopment: boolean
}

const tokenSyncUrl = v.union(
  [v.literal(''), v.pipe(v.string(), v.regex(/^\/(?![/\\])/)), httpUrl],
  'must be a path of this site, or empty',
)
const pollMinutes = v.pipe(
  wholeNumber,
  v.minValue(1, 'must be 1 to 10000'),
  v.maxValue(10_000, 'must be 1 to 10000'),
)
const sessionKeysUrl = 'https://identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys'

/** One entry per variable: parser, default, and an example for error messages. */
export const siteSettings = {
  FIREBASE_WEBAPP_CONFIG: setting(
    v.optional(jsonObject),
    `'{"apiKey":"…","authDomain":"my-project.firebaseapp.com","projectId":"my-project"}'`,
  ),
  USE_AUTH_EMULATOR: setting(v.optional(flag, 'false'), 'true'),
  AUTH_EMULATOR_URL: setting(v.optional(httpUrl, 'http://127.0.0.1:9099'), 'http://127.0.0.1:9099'),
  AUTH_PROVIDERS: setting(v.optional(listOf(providers)), 'google,github'),
  RECAPTCHA: setting(v.optional(flag, 'false'), 'true'),
  SECOND_FACTORS: setting(v.optional(listOf(secondFactorKinds)), 'totp,sms'),
  ...tagSettings,
  AUTH_TOKEN_SYNC_URL: setting(v.optional(tokenSyncUrl, apiRoutes.session), apiRoutes.session),
  AUTH_TOKEN_MAX_AGE: setting(v.optional(wholeNumber, '300'), '300'),
  SESSION_COOKIE_NAME: setting(
    v.optional(
      v.pipe(v.string(), v.regex(/^[\w-]+$/, 'may only have letters, digits, _ and -')),
      '__session',
    ),
    '__session',
  ),
  SESSION_KEYS_URL: setting(v.optional(httpUrl, sessionKeysUrl), sessionKeysUrl),
  SITE_URL: setting(v.optional(httpUrl), 'https://www.example.com'),
  TRUSTED_PROXIES: setting(v.optional(wholeNumber, '0'), '1'),
  BUILD_POLL_MINUTES: setting(v.optional(pollMinutes, '60'), '60'),
  ...logSettings,
  ...passkeySettings,
  ...operatorSettings,
}

let known: SiteConfig | undefined

/** The site's configuration, read once per process. Throws if invalid; startup validates it first. */
export function siteConfig(): SiteConfig {
  known ??= requireConfig(parseSiteConfig(process.env))
  return known
}

/** Validates all settings without using them, so every problem is reported together. */
export function parseSiteConfig(environment: Environment): {
  config: SiteConfig
  problems: SettingProblem[]
} {
  const { values, problems } = readSettings(siteSettings, environment)
  const identity = parseIdentity(values.FIREBASE_WEBAPP_CONFIG)
  if (identity.status === 'wrong') problems.push(wrong('FIREBASE_WEBAPP_CONFIG', identity.problem))
  const settings = identity.status === 'ready' ? identity.settings : null
  if (values.USE_AUTH_EMULATOR) problems.push(...emulatorProblems(values.AUTH_EMULATOR_URL, settings))
  // The SDK demands an authDomain for other providers, also with the emulator.
  const offered = values.USE_AUTH_EMULATOR && settings?.authDomain ? providers : []
  const chosenProviders = values.AUTH_PROVIDERS ?? offered
  const chosenFactors = values.SECOND_FACTORS ?? (values.USE_AUTH_EMULATOR ? secondFactorKinds : [])
  if (settings && !settings.authDomain && chosenProviders.length > 0)
    problems.push(wrong('FIREBASE_WEBAPP_CONFIG', 'must have an authDomain while AUTH_PROVIDERS names any'))
  const siteUrl = values.SITE_URL ? new URL(values.SITE_URL).origin : null
  const isEmulated = values.USE_AUTH_EMULATOR
  const { rpId, problem } = resolveRpId({ siteUrl, isEmulated, chosen: values.PASSKEY_RP_ID })
  if (problem) problems.push(wrong('PASSKEY_RP_ID', problem))
  const config: SiteConfig = {
    public: {
      identity: settings,
      emulatorUrl: values.USE_AUTH_EMULATOR ? new URL(values.AUTH_EMULATOR_URL).origin : null,
      providers: settings ? chosenProviders : [],
      recaptcha: values.RECAPTCHA && !values.USE_AUTH_EMULATOR,
      secondFactors: settings ? chosenFactors : [],
      passkeys: settings !== null && rpId !== null,
      analytics: tagFrom(values),
      tokenSync: { url: values.AUTH_TOKEN_SYNC_URL || null, maxAgeSeconds: values.AUTH_TOKEN_MAX_AGE },
      buildPollMinutes: values.BUILD_POLL_MINUTES,
      operator: operatorFrom(values),
    },
    identityProblem: identity.status === 'ready' ? null : identity.problem,
    session: { cookieName: values.SESSION_COOKIE_NAME, keysUrl: values.SESSION_KEYS_URL },
    origin: { siteUrl, trustedProxies: values.TRUSTED_PROXIES },
    passkeyRpId: settings ? rpId : null,
    logLevel: values.LOG_LEVEL,
    logFormat: logFormat(values.LOG_FORMAT, environment),
    googleProject: environment.GOOGLE_CLOUD_PROJECT || settings?.projectId || null,
    isDevelopment: environment.NODE_ENV === 'development',
  }
  return { config, problems }
}

/** The emulator's tokens are unsigned, so allow it only on this machine and for demo projects. */
function emulatorProblems(url: string, identity: IdentitySettings | null): SettingProblem[] {
  const problems: SettingProblem[] = []
  if (!isLoopback(new URL(url).hostname)) {
    problems.push(wrong('AUTH_EMULATOR_URL', 'must be on this machine (a loopback address)'))
  }
  if (!identity?.projectId.startsWith('demo-')) {
    const problem = 'must name a project starting with demo- while USE_AUTH_EMULATOR is true'
    problems.push(wrong('FIREBASE_WEBAPP_CONFIG', problem))
  }
  return problems
}

/** Whether a hostname, without port, is this machine. Browsers take every name below `localhost` for it (RFC 6761). */
export function isLoopback(hostname: string): boolean {
  return /^(([\w-]+\.)*localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname)
}

function wrong(variable: keyof typeof siteSettings, problem: string): SettingProblem {
  return { variable, problem, example: siteSettings[variable].example }
}
