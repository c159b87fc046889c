/**
 * Public settings and those of the middleware. Any part of the site may import this, so never add a secret. Only this and
 * `lib/server/config.ts` read the environment.
 */
import * as v from 'valibot'
import { providers } from '@/lib/identity/providers'
import { secondFactorKinds } from '@/lib/identity/second-factor'
import { logLevels } from '@/lib/log/record'
import * as rooms from '@/lib/rooms'
import { apiRoutes } from '@/lib/site/api-routes'
import { domain, resolveRpId } from './passkeys'
import {
  days,
  defaulted,
  type Environment,
  flag,
  httpUrl,
  jsonObject,
  listOf,
  oneLine,
  optional,
  readSettings,
  requireConfig,
  type SettingProblem,
  type ValuesOf,
  wholeNumber,
} from './settings'

/** Firebase web app settings, as the console prints them (S41). */
export type IdentitySettings = { apiKey: string; projectId: string; authDomain?: string | undefined }

const headerName = v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the name of a header'), v.toLowerCase())

const sessionKeysUrl = 'https://identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys'

/** The schema, default and example of each variable. */
export const siteSettings = {
  FIREBASE_WEBAPP_CONFIG: optional(
    jsonObject,
    `'{"apiKey":"…","authDomain":"my-project.firebaseapp.com","projectId":"my-project"}'`,
  ),
  USE_AUTH_EMULATOR: defaulted('false', flag),
  AUTH_EMULATOR_URL: defaulted('http://127.0.0.1:9099', httpUrl),
  AUTH_PROVIDERS: optional(listOf(providers), 'google,github'),
  RECAPTCHA: defaulted('false', flag),
  SECOND_FACTORS: optional(listOf(secondFactorKinds), 'totp,sms'),
  GTAG_ID: optional(
    v.pipe(v.string(), v.regex(/^[A-Z]{1,4}-[A-Z0-9-]+$/, 'is not a tag id')),
    'G-XXXXXXXXXX',
  ),
  GTAG_CONSENT: defaulted('advanced', v.picklist(['advanced', 'basic'], 'must be advanced or basic')),
  GTAG_URL_PASSTHROUGH: defaulted('false', flag),
  AUTH_TOKEN_SYNC_URL: defaulted(apiRoutes.session, v.string()),
  AUTH_TOKEN_MAX_AGE: defaulted('300', wholeNumber),
  SESSION_COOKIE_NAME: defaulted(
    '__session',
    v.pipe(v.string(), v.regex(/^[\w-]+$/, 'may only have letters, digits, _ and -')),
  ),
  SESSION_KEYS_URL: defaulted(sessionKeysUrl, httpUrl),
  SITE_URL: optional(httpUrl, 'https://www.example.com'),
  PASSKEYS: defaulted('true', flag),
  PASSKEY_RP_ID: optional(domain, 'example.com'),
  TRUSTED_PROXIES: defaulted('0', wholeNumber),
  CLIENT_ADDRESS_HEADER: optional(headerName, 'x-vercel-forwarded-for'),
  LOG_LEVEL: defaulted('info', v.picklist(logLevels, 'must be debug, info, warn or error')),
  LOG_FORMAT: optional(v.picklist(['json', 'gcp'], 'must be json or gcp'), 'gcp'),
  OPERATOR_NAME: optional(oneLine, "'Example Ltd'"),
  OPERATOR_ADDRESS: optional(oneLine, "'1 Example Street, Exampletown EX1 2AB, United Kingdom'"),
  GOVERNING_LAW: optional(oneLine, "'England and Wales'"),
  CONTACT_EMAIL: optional(v.pipe(v.string(), v.email('must be a mail address')), 'contact@example.com'),
  LOG_RETENTION_DAYS: optional(days, '30'),
  BACKUP_RETENTION_DAYS: optional(days, '30'),
}

let known: SiteConfig | undefined

/** The site's configuration, read once per process. Throws if invalid, which startup rules out. */
export function siteConfig(): SiteConfig {
  known ??= requireConfig(parseSiteConfig(process.env))
  return known
}

/** Settings for the middleware and the server. */
export type SiteConfig = ReturnType<typeof parseSiteConfig>['config']

/** What any browser is told. */
export type PublicConfig = SiteConfig['public']

export type Operator = PublicConfig['operator']

/** Parses all settings, so that all problems are reported together. */
export function parseSiteConfig(environment: Environment) {
  const { values, problems } = readSettings(siteSettings, environment)
  const identity = parseIdentity(values.FIREBASE_WEBAPP_CONFIG)
  if (identity.status === 'wrong') problems.push(wrong('FIREBASE_WEBAPP_CONFIG', identity.problem))
  const settings = identity.status === 'ready' ? identity.settings : null
  const isEmulated = values.USE_AUTH_EMULATOR
  if (isEmulated) problems.push(...emulatorProblems(values.AUTH_EMULATOR_URL, settings))
  // The SDK needs an authDomain for other providers, also with the emulator.
  const offered = isEmulated && settings?.authDomain ? providers : []
  const chosenProviders = values.AUTH_PROVIDERS ?? offered
  const chosenFactors = values.SECOND_FACTORS ?? (isEmulated ? secondFactorKinds : [])
  if (settings && !settings.authDomain && chosenProviders.length > 0)
    problems.push(wrong('FIREBASE_WEBAPP_CONFIG', 'must have an authDomain while AUTH_PROVIDERS names any'))
  const siteUrl = values.SITE_URL ? new URL(values.SITE_URL).origin : null
  // Sign-in would end without a session, and without a word, where nothing of ours answers.
  const syncUrls = ['', apiRoutes.session, ...(siteUrl ? [siteUrl + apiRoutes.session] : [])]
  if (!syncUrls.includes(values.AUTH_TOKEN_SYNC_URL)) {
    const words = 'must be the one path that this site has for it, alone or after SITE_URL, or empty'
    problems.push(wrong('AUTH_TOKEN_SYNC_URL', words))
  }
  const syncUrl: string | null = values.AUTH_TOKEN_SYNC_URL ? apiRoutes.session : null
  const offersPasskeys = values.PASSKEYS && 'passkeys' in rooms
  const { rpId, problem }: ReturnType<typeof resolveRpId> = offersPasskeys
    ? resolveRpId({ siteUrl, isEmulated, chosen: values.PASSKEY_RP_ID })
    : { rpId: null }
  if (problem) problems.push(wrong('PASSKEY_RP_ID', problem))
  const config = {
    /** The response of `GET /api/config` (S41–S45). */
    public: {
      /** Null if sign-in isn't configured. */
      identity: settings,
      /** The Auth emulator's URL; null for the real provider. */
      emulatorUrl: isEmulated ? new URL(values.AUTH_EMULATOR_URL).origin : null,
      /** The other sites that people can sign in with. */
      providers: settings ? chosenProviders : [],
      /** Whether pages with a sign-in may load Google's reCAPTCHA. Never with the emulator, which doesn't use it. */
      recaptcha: values.RECAPTCHA && !isEmulated,
      /** The second factors people may add. Without `sms` the site sends no text messages. */
      secondFactors: settings ? chosenFactors : [],
      /** Whether our server can send sign-in links: anyone could name the host of a site that doesn't know its own address. */
      signInLinks: settings !== null && (siteUrl !== null || isEmulated),
      /** Whether passkeys are available: they need a domain and https, and `PASSKEYS=false` switches them off. */
      passkeys: settings !== null && rpId !== null,
      analytics: tagFrom(values),
      tokenSync: {
        url: syncUrl,
        maxAgeSeconds: values.AUTH_TOKEN_MAX_AGE,
      },
      /** For the legal pages and the contact page, which have other words for what is null. */
      operator: {
        name: values.OPERATOR_NAME,
        /** Postal address. */
        address: values.OPERATOR_ADDRESS,
        /** The country or state whose law governs the terms. */
        governingLaw: values.GOVERNING_LAW,
        contactEmail: values.CONTACT_EMAIL,
        /** How long the operator keeps the log and each backup. The site doesn't enforce it. */
        logDays: values.LOG_RETENTION_DAYS,
        backupDays: values.BACKUP_RETENTION_DAYS,
      },
    },
    /** Why identity settings are missing; null if present. */
    identityProblem: identity.status === 'ready' ? null : identity.problem,
    session: { cookieName: values.SESSION_COOKIE_NAME, keysUrl: values.SESSION_KEYS_URL },
    origin: {
      siteUrl,
      trustedProxies: values.TRUSTED_PROXIES,
      addressHeader: values.CLIENT_ADDRESS_HEADER,
    },
    /** Whether passkeys are wanted, wherever the site is. */
    offersPasskeys,
    /** Null without passkeys. */
    passkeyRpId: settings ? rpId : null,
    logLevel: values.LOG_LEVEL,
    /** `gcp` adds the fields that Google Cloud reads: the default on Cloud Run, recognized by its variables. */
    logFormat: values.LOG_FORMAT ?? (environment.K_SERVICE || environment.CLOUD_RUN_JOB ? 'gcp' : 'json'),
    /** The project of trace IDs in Google's log format; null if unknown. */
    googleProject: environment.GOOGLE_CLOUD_PROJECT || settings?.projectId || null,
    /** `next dev`: hot reload doesn't work under a strict policy. */
    isDevelopment: environment.NODE_ENV === 'development',
  }
  return { config, problems }
}

/** Google's tag; null without one. */
function tagFrom(values: ValuesOf<typeof siteSettings>) {
  const { GTAG_ID: tagId, GTAG_CONSENT: consent, GTAG_URL_PASSTHROUGH: urlPassthrough } = values
  if (tagId === null) return null
  return {
    tagId,
    /** `basic` doesn't load the tag before consent (Google's consent mode guide). */
    consent,
    /** Whether links carry an ad's click ID from page to page while ads are denied. */
    urlPassthrough,
  }
}

export type GoogleTag = NonNullable<PublicConfig['analytics']>

type IdentityResult =
  | { status: 'ready'; settings: IdentitySettings }
  | { status: 'not-configured' | 'wrong'; problem: string }

/** Without a usable API key sign-in is disabled but the site works (S72, S107). */
function parseIdentity(settings: Record<string, unknown> | null): IdentityResult {
  if (!settings) return { status: 'not-configured', problem: 'is not set' }
  const { apiKey, projectId, authDomain } = settings
  if (typeof apiKey !== 'string' || apiKey === '')
    return { status: 'not-configured', problem: 'has no apiKey' }
  if (apiKey.includes(':')) return { status: 'not-configured', problem: 'has an apiKey with a colon' }
  if (typeof projectId !== 'string' || projectId === '')
    return { status: 'wrong', problem: 'has no projectId' }
  if (authDomain !== undefined && !isHost(authDomain))
    return { status: 'wrong', problem: 'has an authDomain that is not a host name' }
  return { status: 'ready', settings: { apiKey, projectId, authDomain: authDomain?.toLowerCase() } }
}

/** Strict, as the host becomes part of the security policy. */
function isHost(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.-]+(:\d{1,5})?$/.test(value)
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
