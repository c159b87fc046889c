/**
 * Public settings and those of the middleware. Any part of Foyer may import this, so never add a secret. Only this and
 * `lib/server/config.ts` read the environment.
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
  /** Whether pages with a sign-in may load Google's reCAPTCHA. Never with the emulator, which doesn't use it. */
  recaptcha: boolean
  /** The second factors people may add. Without `sms` the site sends no text messages. */
  secondFactors: readonly SecondFactorKind[]
  /** Whether passkeys are available: they need a domain and https. */
  passkeys: boolean
  /** Null without Google's tag. */
  analytics: GoogleTag | null
  tokenSync: { url: string | null; maxAgeSeconds: number }
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
  /** The project of trace IDs in Google's log format; null if unknown. */
  googleProject: string | null
  /** `next dev`: hot reload doesn't work under a strict policy. */
  isDevelopment: boolean
}

const sessionKeysUrl = 'https://identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys'

/** The schema, default and example of each variable. */
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
  AUTH_TOKEN_SYNC_URL: setting(v.optional(v.string(), apiRoutes.session), apiRoutes.session),
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
  ...logSettings,
  ...passkeySettings,
  ...operatorSettings,
}

let known: SiteConfig | undefined

/** The site's configuration, read once per process. Throws if invalid, which startup rules out. */
export function siteConfig(): SiteConfig {
  known ??= requireConfig(parseSiteConfig(process.env))
  return known
}

/** Parses all settings, so that all problems are reported together. */
export function parseSiteConfig(environment: Environment): {
  config: SiteConfig
  problems: SettingProblem[]
} {
  const { values, problems } = readSettings(siteSettings, environment)
  const identity = parseIdentity(values.FIREBASE_WEBAPP_CONFIG)
  if (identity.status === 'wrong') problems.push(wrong('FIREBASE_WEBAPP_CONFIG', identity.problem))
  const settings = identity.status === 'ready' ? identity.settings : null
  if (values.USE_AUTH_EMULATOR) problems.push(...emulatorProblems(values.AUTH_EMULATOR_URL, settings))
  // The SDK needs an authDomain for other providers, also with the emulator.
  const offered = values.USE_AUTH_EMULATOR && settings?.authDomain ? providers : []
  const chosenProviders = values.AUTH_PROVIDERS ?? offered
  const chosenFactors = values.SECOND_FACTORS ?? (values.USE_AUTH_EMULATOR ? secondFactorKinds : [])
  if (settings && !settings.authDomain && chosenProviders.length > 0)
    problems.push(wrong('FIREBASE_WEBAPP_CONFIG', 'must have an authDomain while AUTH_PROVIDERS names any'))
  const siteUrl = values.SITE_URL ? new URL(values.SITE_URL).origin : null
  // Sign-in would end without a session, and without a word, where nothing of ours answers.
  const syncUrls = ['', apiRoutes.session, ...(siteUrl ? [siteUrl + apiRoutes.session] : [])]
  if (!syncUrls.includes(values.AUTH_TOKEN_SYNC_URL)) {
    const words = 'must be the one path that this site has for it, alone or after SITE_URL, or empty'
    problems.push(wrong('AUTH_TOKEN_SYNC_URL', words))
  }
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
      tokenSync: {
        url: values.AUTH_TOKEN_SYNC_URL ? apiRoutes.session : null,
        maxAgeSeconds: values.AUTH_TOKEN_MAX_AGE,
      },
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

/** The emulator's tokens are unsigned, so it's only allowed on this machine and for demo projects. */
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

/** Whether a hostname, without port, is this machine, including every name below `localhost` (RFC 6761). */
export function isLoopback(hostname: string): boolean {
  return /^(([\w-]+\.)*localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname)
}

function wrong(variable: keyof typeof siteSettings, problem: string): SettingProblem {
  return { variable, problem, example: siteSettings[variable].example }
}
