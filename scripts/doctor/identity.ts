/** Whether people can sign in: the identity provider, this server's permissions, its keys and clock, and passkeys. */
import ms from 'ms'
import * as v from 'valibot'
import { siteSettings } from '../../lib/config/config'
import { isOwnRpId } from '../../lib/config/passkeys'
import { servesFirebaseFiles } from '../../lib/server/identity/firebase-files'
import { enabledSecondFactors } from '../../lib/server/identity/identity'
import {
  apiKeyRefusal,
  authorizedDomains,
  type CaptchaRequirement,
  captchaRequirement,
  fetchServer,
} from '../../lib/server/identity/public-endpoints'
import { lookUpUsers, signCustomToken, userProfile } from '../../lib/server/identity/user'
import type { ProviderUserId } from '../../lib/session/token'
import { clockSkewSeconds } from '../../lib/session/token'
import { wellKnown } from '../../lib/site/api-routes'
import { type Checks, type DoctorContext, ok, problem, type Verdict, warning } from './finding'

export const identityChecks: Checks = {
  'Sign-in': ({ config, provider, isEmbedded }) => {
    if (isEmbedded)
      return ok(
        'FIREBASE_WEBAPP_CONFIG is not set, so npm start brings its own sign-in service, for this machine only',
      )
    if (provider) return ok(`project ${provider.projectId}`)
    if (!config.identityProblem) return null
    const { example } = siteSettings.FIREBASE_WEBAPP_CONFIG
    return problem(
      `disabled, because FIREBASE_WEBAPP_CONFIG ${config.identityProblem}. Copy it from the Firebase console: FIREBASE_WEBAPP_CONFIG=${example}`,
    )
  },
  'Auth emulator': async ({ config, isEmbedded, isProduction }) => {
    const { emulatorUrl } = config.public
    if (isEmbedded || !emulatorUrl) return null
    if (isProduction)
      return problem(
        'its tokens are not signed, so anybody can be anybody. In production unset USE_AUTH_EMULATOR',
      )
    if (await fetchServer(emulatorUrl)) return ok(`answers at ${emulatorUrl}`)
    return problem(`nothing answers at ${emulatorUrl}. Start it, or set AUTH_EMULATOR_URL`)
  },
  'API key': async ({ config, provider }) => {
    const refusal = provider && (await apiKeyRefusal(provider.apiKey, config.origin.siteUrl))
    if (!refusal) return null
    const words = `Google refuses the apiKey in FIREBASE_WEBAPP_CONFIG (${refusal.slice(0, 100)}), so nobody can sign in`
    return problem(`${words}. Copy it from the Firebase console: Project settings, General`)
  },
  'Service account': (context) => (context.config.serviceAccount ? checkCredentials(context) : null),
  'Application default credentials': (context) =>
    context.config.serviceAccount ? null : checkCredentials(context),
  Captcha: async ({ config, provider }) => {
    if (!provider) return null
    const requirement = await captchaRequirement(provider.apiKey, config.origin.siteUrl)
    if (typeof requirement === 'string') return warning(`${requirement}. Whether it is needed isn't known`)
    return describeCaptcha({ ...requirement, isAllowed: config.public.recaptcha })
  },
  'Sign-in links': ({ config }) =>
    config.public.identity && !config.public.signInLinks ? warning('off: SITE_URL must be set') : null,
  'Second factors': checkSecondFactors,
  'Authorized domains': checkDomains,
  'Auth domain': checkAuthDomain,
  Addresses: checkAddresses,
  Passkeys: checkPasskeys,
  /** Whether another domain allows this site to use its passkeys, requested as browsers do. */
  'Passkey domain': async ({ config, provider }) => {
    const { passkeyRpId, origin } = config
    const { siteUrl } = origin
    if (!provider || !passkeyRpId || !siteUrl || isOwnRpId(passkeyRpId, new URL(siteUrl).hostname))
      return null
    const file = `https://${passkeyRpId}${wellKnown.relatedOrigins}`
    return describeRelatedOrigin(file, siteUrl, await fetchServer(file))
  },
  'Session keys': ({ config, provider }) => provider && checkKeys(config.session.keysUrl, jsonKeys),
  'Token keys': ({ provider }) => provider && checkKeys(tokenKeysUrl, certificates),
  Clock: async ({ config, provider }) => {
    if (!provider) return null
    const responses = await Promise.all([tokenKeysUrl, config.session.keysUrl].map((url) => fetchServer(url)))
    const [aheadMs] = responses.flatMap((response) => response?.aheadMs ?? [])
    return aheadMs === undefined ? null : describeClock(aheadMs)
  },
}

/** Asks for a user who doesn't exist: the error shows whether the credentials work. */
async function checkCredentials({ config, provider }: DoctorContext): Promise<Verdict | null> {
  if (!provider) return null
  const { serviceAccount } = config
  const { project_id: project } = serviceAccount ?? {}
  if (project !== undefined && project !== provider.projectId)
    return problem(
      `belongs to project ${project}, but FIREBASE_WEBAPP_CONFIG to ${provider.projectId}. Take both from one project`,
    )
  const result = await userProfile(nobody)
  if (result.status === 'ok' || result.code === 'auth/user-not-found') return ok('accepted by Google')
  return problem(describeRefusal(result.code, serviceAccount !== null))
}

/** Whether the provider enforces a captcha for email sign-ins, and `RECAPTCHA` allows it (S91). */
export function describeCaptcha({
  isEnforced,
  hasKey,
  isAllowed,
}: CaptchaRequirement & { isAllowed: boolean }): Verdict {
  if (!isEnforced) return ok('the provider wants none')
  const words = 'the provider wants reCAPTCHA'
  if (!isAllowed) return problem(`${words}, so nobody can sign in by email. Set RECAPTCHA=true`)
  if (hasKey) return ok(`${words}, and RECAPTCHA lets it in`)
  return problem(`${words} but has no site key. Enable it again in Identity Platform, Settings, reCAPTCHA`)
}

/** A second factor in `SECOND_FACTORS` must also be enabled in the project. */
async function checkSecondFactors({ config, provider }: DoctorContext): Promise<Verdict | null> {
  const { secondFactors } = config.public
  if (!provider || secondFactors.length === 0) return null
  const enabled = await enabledSecondFactors()
  if (enabled.status !== 'ok') return warning(`not checked: ${describeRefusal(enabled.code, true)}`)
  const missing = secondFactors.filter((kind) => !enabled.value.includes(kind))
  if (missing.length === 0) return ok(`${secondFactors.join(', ')}, as the project has it`)
  const words = `${missing.join(', ')} is offered but not switched on in the project, so nobody can add it`
  return problem(`${words}. Enable it in Identity Platform, MFA, or take it out of SECOND_FACTORS`)
}

/** Providers allow sign-ins only on domains that the project lists (S90). */
async function checkDomains({ config, provider }: DoctorContext): Promise<Verdict | null> {
  const { providers } = config.public
  if (!provider || providers.length === 0) return null
  if (!config.origin.siteUrl)
    return warning('not checked, because SITE_URL is not set. Other providers sign people in on these only')
  const { hostname } = new URL(config.origin.siteUrl)
  const domains = await authorizedDomains(provider.apiKey)
  if (!domains) return warning('Google could not be asked')
  if (domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`)))
    return ok(`${hostname} is one`)
  const words = `${hostname} is missing, so nobody can sign in with ${providers.join(', ')}`
  return problem(`${words}. Add it in the Firebase console: Authentication, Settings`)
}

/** Without popups, a sign-in returns only through an auth domain on the site's own host. */
async function checkAuthDomain({ config, provider }: DoctorContext): Promise<Verdict | null> {
  const { siteUrl } = config.origin
  if (!provider || config.public.providers.length === 0 || !siteUrl) return null
  const { authDomain, projectId } = provider
  if (authDomain && !isFamiliar(authDomain, projectId, siteUrl))
    return warning(
      `${authDomain} is neither this site nor of project ${projectId}, and its owner can read each sign-in. If that is not you, set authDomain to ${new URL(siteUrl).host}`,
    )
  const nobody = `so nobody can sign in with ${config.public.providers.join(', ')}`
  if (!servesFirebaseFiles(config.public, siteUrl))
    return warning(
      `${authDomain} is not this site's, ${nobody} where popups are blocked. Set authDomain to ${new URL(siteUrl).host}`,
    )
  const host = `${projectId}.firebaseapp.com`
  if ((await fetchServer(`https://${host}/__/auth/handler`))?.isOk)
    return ok(`${authDomain}, with the sign-in pages of ${host}`)
  const words = `${host} has no sign-in pages for this server, ${nobody}`
  return problem(`${words}. Check that it is reachable (firewall, proxy)`)
}

/** Whether the domain is the project's own, this site's, or one below or above it. */
function isFamiliar(domain: string, projectId: string, siteUrl: string): boolean {
  const host = new URL(siteUrl).hostname
  const own = [`${projectId}.firebaseapp.com`, `${projectId}.web.app`, host]
  return own.includes(domain) || domain.endsWith(`.${host}`) || host.endsWith(`.${domain}`)
}

/** Whether the provider has other addresses than were proved here, as after a change in its console. */
async function checkAddresses({ provider, postgres }: DoctorContext): Promise<Verdict | null> {
  const server = await postgres
  if (!provider || server?.status !== 'reachable' || server.proved.length === 0) return null
  const changed: string[] = []
  for (let at = 0; at < server.proved.length; at += 100) {
    const accounts = server.proved.slice(at, at + 100)
    const found = await lookUpUsers({ localId: accounts.map((account) => account.provider_user_id) })
    if (found.status !== 'ok') return warning(`not checked: the provider says ${found.code}`)
    const emails = new Map(found.value.map(({ providerUserId, email }) => [providerUserId, email]))
    for (const { user_id: userId, provider_user_id: id, address } of accounts)
      if (emails.has(id) && emails.get(id) !== address) changed.push(userId)
  }
  if (changed.length === 0) return null
  const words = `at the provider ${changed.length} of the ${server.proved.length} accounts used last have another than was proved here`
  const help = 'Each goes back at the next visit, unless you say npm run people -- address'
  return warning(`${words}: ${changed.slice(0, 10).join(', ')}. ${help}`)
}

/** Explains an error code of the Admin SDK, with what to do. */
function describeRefusal(code: string, hasServiceAccount: boolean): string {
  const noCredentials = hasServiceAccount
    ? 'got no access token. Check the clock, that googleapis.com is reachable, and that the key in FIREBASE_SERVICE_ACCOUNT is complete and not deleted'
    : 'none that work. Set FIREBASE_SERVICE_ACCOUNT, or GOOGLE_APPLICATION_CREDENTIALS to a key file'
  const known = new Map([
    ['app/invalid-credential', noCredentials],
    ['auth/insufficient-permission', 'may not manage users. Give it the role Firebase Authentication Admin'],
    ['auth/configuration-not-found', 'the project has no Authentication. Enable it in the Firebase console'],
  ])
  const words = known.get(code) ?? 'Google did not answer. Check that googleapis.com is reachable'
  return `${words} (${code})`
}

const nobody = 'nobody-the-doctor-asks' as ProviderUserId

/** Signs and discards a custom token: with a key file locally, otherwise by Google's IAM. */
async function checkPasskeys({ config, provider }: DoctorContext): Promise<Verdict | null> {
  if (!config.public.identity || !config.offersPasskeys) return null
  if (!config.passkeyRpId) return warning('off: SITE_URL must be set, with https and a name')
  const words = `on, at ${config.passkeyRpId}`
  if (!provider) return ok(words)
  const signed = await signCustomToken(nobody)
  if (signed.status === 'ok') return ok(`${words}, and tokens can be signed`)
  return problem(
    `on, but nobody can sign in by one, as no token can be signed (${signed.code}). ` +
      'Give the service account the role Service Account Token Creator on itself, and enable the IAM Service Account Credentials API; ' +
      'or set FIREBASE_SERVICE_ACCOUNT (docs/passkeys.md)',
  )
}

/** `response` is null if the domain couldn't be reached. */
export function describeRelatedOrigin(
  file: string,
  siteUrl: string,
  response: { isOk: boolean; body: unknown } | null,
): Verdict {
  const read = v.safeParse(relatedOrigins, response?.isOk ? response.body : null)
  if (read.success && read.output.origins.includes(siteUrl)) return ok(`${file} names ${siteUrl}`)
  const status = response ? `does not name ${siteUrl}` : 'could not be asked'
  const help = 'Have it answered there by this server, or correct PASSKEY_RP_ID (docs/passkeys.md)'
  return problem(`${file} ${status}, so no passkey works. ${help}`)
}

const relatedOrigins = v.object({ origins: v.array(v.string()) })

/** The URL of the Admin SDK (firebase-admin, auth/token-verifier, CLIENT_CERT_URL). */
const tokenKeysUrl =
  'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com'

/** A JWK set (RFC 7517), and certificates by key ID. */
const jsonKeys = v.object({
  keys: v.pipe(
    v.array(v.looseObject({ kty: v.literal('RSA'), kid: v.string(), n: v.string() })),
    v.nonEmpty(),
  ),
})
const certificates = v.record(v.string(), v.pipe(v.string(), v.startsWith('-----BEGIN CERTIFICATE-----')))

async function checkKeys(url: string, keys: v.GenericSchema): Promise<Verdict> {
  const { host } = new URL(url)
  const response = await fetchServer(url)
  if (!response) return problem(`${host} cannot be reached. Check firewall, proxy and DNS`)
  if (response.isOk && v.is(keys, response.body)) return ok(`from ${host}`)
  const words = response.isOk
    ? `the response of ${host} has no usable key`
    : `${host} answers ${response.status}`
  return problem(`${words}. Try again later, and check that it is the right server (SESSION_KEYS_URL, proxy)`)
}

/** Whether this machine's clock is right; a negative offset is behind. */
export function describeClock(aheadMs: number): Verdict {
  const off = Math.abs(aheadMs)
  if (off <= ms('5s')) return ok('right to within a few seconds')
  const words = `${ms(off, { long: true })} ${aheadMs > 0 ? 'ahead of' : 'behind'} the key server's`
  if (off <= clockSkewSeconds * 1000) return warning(`${words}. Use NTP`)
  return problem(`${words}: sessions are rejected or last too long. Use NTP`)
}
