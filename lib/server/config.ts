import 'server-only'
/** The server's configuration, with secrets. Only this and `lib/config/config.ts` read the environment. */
import { createPrivateKey } from 'node:crypto'
import ms from 'ms'
import * as v from 'valibot'
import { parseSiteConfig, type SiteConfig, siteSettings } from '@/lib/config/config'
import {
  defaulted,
  duration,
  durationBetween,
  type Environment,
  jsonObject,
  misspelledSettings,
  optional,
  postgresUrl,
  readSettings,
  requireConfig,
  type SettingProblem,
  type ValuesOf,
  wholeNumber,
} from '@/lib/config/settings'
import { codeOf } from '@/lib/error-code'
import { oncePerProcess } from '@/lib/server/process'

/** Firebase allows session cookies of 5 minutes to 14 days (firebase-admin, createSessionCookie). */
const lifetime = durationBetween('5m', '14d')
/** Capped, as process managers kill after a limit of their own. */
const wait = durationBetween('0s', '10m')
const port = v.pipe(wholeNumber, v.maxValue(65535, 'must be a port number up to 65535'))
const poolSize = v.pipe(wholeNumber, v.minValue(1, 'must be 1 to 100'), v.maxValue(100, 'must be 1 to 100'))

/**
 * A service account's key, as downloaded from the Firebase console. Line breaks that were escaped twice are restored. A key
 * that can't sign would look like an outage at each sign-in.
 */
const serviceAccountKey = v.pipe(
  jsonObject,
  v.transform(withLineBreaks),
  v.check(canSign, 'has no private_key that can sign. Copy all of the key file, on one line'),
)

function withLineBreaks(key: Record<string, unknown>): Record<string, unknown> {
  const { private_key: pem } = key
  return typeof pem === 'string' ? { ...key, private_key: pem.replaceAll('\\n', '\n') } : key
}

function canSign({ private_key: pem }: Record<string, unknown>): boolean {
  try {
    return createPrivateKey(String(pem)).asymmetricKeyType === 'rsa'
  } catch (error) {
    if (!codeOf(error)?.startsWith('ERR_')) throw error
    return false
  }
}

/** The variables that only the server reads. */
export const serverSettings = {
  HOST: optional(v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a host name')), '127.0.0.1'),
  PORT: defaulted('3000', port),
  DATA_DIR: defaulted('.data', v.pipe(v.string(), v.nonEmpty('must be a folder'))),
  DATABASE_URL: optional(postgresUrl, 'postgres://user:password@host:5432/database'),
  DATABASE_POOL_SIZE: optional(poolSize, '10'),
  FIREBASE_SERVICE_ACCOUNT: optional(
    serviceAccountKey,
    `'{"project_id":"…","client_email":"…","private_key":"…"}'`,
  ),
  SESSION_LIFETIME: defaulted('5d', lifetime),
  SESSION_GRACE: defaulted('14d', duration),
  SESSION_CAP: defaulted('30d', duration),
  DEVICE_BINDING: defaulted('on', v.picklist(['on', 'off'], 'must be on or off')),
  CRON_SECRET: optional(
    v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters')),
    'what `openssl rand -hex 32` prints',
  ),
  FRONT: defaulted('on', v.picklist(['on', 'off'], 'must be on or off')),
  SHUTDOWN_DELAY: optional(wait, '5s'),
  SHUTDOWN_TIMEOUT: defaulted('10s', wait),
}

const allSettings: Readonly<Record<string, { example: string }>> = { ...siteSettings, ...serverSettings }

/** The server's configuration, read once. Throws if it's invalid, which startup rules out. */
export function serverConfig(): ServerConfig {
  return oncePerProcess('config', () => requireConfig(parseServerConfig(process.env)))
}

/** All problems of this process's environment; the server starts only if there are none. */
export function environmentProblems(): SettingProblem[] {
  return parseServerConfig(process.env).problems
}

/**
 * Stops Next from reading `.env` files, here and in child processes: it skips them if this variable has any value. False if
 * they have been read already.
 */
export function skipNextEnvFiles(): boolean {
  if (process.env.__NEXT_PROCESSED_ENV) return false
  process.env.__NEXT_PROCESSED_ENV = 'as they stand'
  return true
}

/** Adds variables to the environment, without overriding any. */
export function addToEnvironment(values: Environment): void {
  Object.assign(process.env, { ...values, ...process.env })
}

/**
 * Our environment for a child process, with some variables set. Without the 28 that npm adds for its scripts, because Next
 * reads `process.env` some thirty times a request.
 */
export function childEnvironment(changes: Record<string, string>): Environment {
  const kept = Object.entries({ ...process.env, ...changes }).filter(([name]) => !name.startsWith('npm_'))
  return Object.fromEntries(kept)
}

/** Whether to default to the emulator: no identity provider is configured, and this isn't production. */
export function mayUseEmbeddedDefault(): boolean {
  return !process.env.FIREBASE_WEBAPP_CONFIG && !isProduction()
}

/** Whether `NODE_ENV` says production. */
export function isProduction(): boolean {
  return process.env.NODE_ENV === 'production'
}

/** Points the Admin SDK at the emulator; this variable is the only way. */
export function pointAdminSdkAtEmulator(emulatorUrl: string): void {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(emulatorUrl).host
}

/** Parses and validates all settings, including the public ones. */
export function parseServerConfig(environment: Environment) {
  const site = parseSiteConfig(environment)
  const { values, problems } = readSettings(serverSettings, environment)
  const config = serverConfigFrom(site.config, values, environment)
  return {
    config,
    problems: [
      ...site.problems,
      ...problems,
      ...misspelledSettings(allSettings, environment),
      ...combinationProblems(config, environment),
    ],
  }
}

export type ServerConfig = ReturnType<typeof serverConfigFrom>

function serverConfigFrom(
  site: SiteConfig,
  values: ValuesOf<typeof serverSettings>,
  environment: Environment,
) {
  const isEmulated = site.public.emulatorUrl !== null
  /** Vercel starts a process for a few requests at a time, may start many, and stops one at any time after. */
  const hasProcess = !environment.VERCEL
  return {
    ...site,
    /** Where to listen; null means all interfaces, or this machine with the embedded sign-in service. */
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    /** PostgreSQL's URL, including the password; null means the embedded database in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    /** How many connections to PostgreSQL may be open at most. */
    databasePoolSize: values.DATABASE_POOL_SIZE ?? (hasProcess ? 10 : 2),
    /** A service account key, as downloaded from the console; null means application default credentials. */
    serviceAccount: values.FIREBASE_SERVICE_ACCOUNT,
    /** Whether a process lives between requests. */
    hasProcess,
    /** Whether this process stands before Next itself (`lib/server/front`). */
    hasFront: values.FRONT === 'on' && hasProcess,
    /** Whether sessions are bound to the device they were opened on, where the browser can: their copied cookie then opens nothing. */
    bindsDevices: values.DEVICE_BINDING === 'on',
    /** What a call of regular work must know; null allows none. */
    cronSecret: values.CRON_SECRET,
    /** How long to accept connections after a signal, and then how long open requests may take. */
    shutdown: {
      // A site on this machine has no load balancer that must notice the shutdown.
      delayMs: values.SHUTDOWN_DELAY ?? (isEmulated ? 0 : ms('5s')),
      timeoutMs: values.SHUTDOWN_TIMEOUT,
    },
    session: {
      ...site.session,
      lifetimeMs: values.SESSION_LIFETIME,
      graceMs: values.SESSION_GRACE,
      capMs: values.SESSION_CAP,
    },
  }
}

/** What doesn't go together, though each setting can be read. */
function combinationProblems(config: ServerConfig, environment: Environment): SettingProblem[] {
  const { session, databaseUrl, hasProcess, public: site } = config
  const sdkHost = environment.FIREBASE_AUTH_EMULATOR_HOST
  const faults: [variable: string, problem: string][] = []
  if (session.capMs < session.lifetimeMs) faults.push(['SESSION_CAP', 'must be at least SESSION_LIFETIME'])
  // A process that stays must open the embedded database's folder, and start the emulator.
  if (!hasProcess && databaseUrl === null)
    faults.push(['DATABASE_URL', 'must be set on Vercel, where no process can keep the embedded database'])
  if (!hasProcess && site.emulatorUrl !== null) faults.push(['USE_AUTH_EMULATOR', 'must be false on Vercel'])
  // It makes the Admin SDK accept unsigned tokens, so only our own value is allowed.
  if (sdkHost && !(site.emulatorUrl && sdkHost === new URL(site.emulatorUrl).host)) {
    const words = 'turns off the signature checks of tokens; unset it. For the emulator set USE_AUTH_EMULATOR'
    faults.push(['FIREBASE_AUTH_EMULATOR_HOST', words])
  }
  return faults.map(([variable, problem]) => {
    const { example = '' } = allSettings[variable] ?? {}
    return { variable, problem, example }
  })
}
