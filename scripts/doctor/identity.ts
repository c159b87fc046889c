/** Whether people can sign in: the identity provider, this server's permissions, its keys and clock, and passkeys. */
import ms from 'ms'
import * as v from 'valibot'
import { type SiteConfig, siteSettings } from '../../lib/config/config'
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
import { signCustomToken, userProfile } from '../../lib/server/identity/user'
import { clockSkewSeconds } from '../../lib/session/token'
import { wellKnown } from '../../lib/site/api-routes'
import { type DoctorContext, type Finding, ok, problem, warning } from './finding'

export async function examineIdentity(context: DoctorContext): Promise<Finding[]> {
  const { config, isEmbedded } = context
  const { identity, emulatorUrl } = config.public
  if (isEmbedded) return [ok('Sign-in', embeddedWords)]
  if (emulatorUrl) return [await examineEmulator(emulatorUrl, context)]
  if (config.identityProblem) {
    const { example } = siteSettings.FIREBASE_WEBAPP_CONFIG
    const words = `disabled, because FIREBASE_WEBAPP_CONFIG ${config.identityProblem}. Copy it from the Firebase console: FIREBASE_WEBAPP_CONFIG=${example}`
    return [problem('Sign-in', words)]
  }
  const examinations = [
    ...[examineApiKey, examineCredentials, examineCaptcha],
    ...[examineSecondFactors, examineDomains, examineAuthDomain],
  ]
  const findings = await Promise.all(examinations.map((examination) => examination(context)))
  const links = config.public.signInLinks ? [] : [warning('Sign-in links', 'off: SITE_URL must be set')]
  return [ok('Sign-in', `project ${identity?.projectId}`), ...findings.flat(), ...links]
}

const embeddedWords =
  'FIREBASE_WEBAPP_CONFIG is not set, so npm start brings its own sign-in service, for this machine only'

async function examineEmulator(url: string, { isProduction }: DoctorContext): Promise<Finding> {
  if (isProduction) {
    const words =
      'its tokens are not signed, so anybody can be anybody. In production unset USE_AUTH_EMULATOR'
    return problem('Auth emulator', words)
  }
  if (await fetchServer(url)) return ok('Auth emulator', `answers at ${url}`)
  return problem('Auth emulator', `nothing answers at ${url}. Start it, or set AUTH_EMULATOR_URL`)
}

async function examineApiKey({ config }: DoctorContext): Promise<Finding[]> {
  const { identity } = config.public
  const refusal = identity && (await apiKeyRefusal(identity.apiKey, config.origin.siteUrl))
  if (!refusal) return []
  const words = `Google refuses the apiKey in FIREBASE_WEBAPP_CONFIG (${refusal.slice(0, 100)}), so nobody can sign in`
  return [problem('API key', `${words}. Copy it from the Firebase console: Project settings, General`)]
}

async function examineCredentials({ config }: DoctorContext): Promise<Finding[]> {
  const { serviceAccount, public: site } = config
  const subject = serviceAccount ? 'Service account' : 'Application default credentials'
  // A user who doesn't exist: the error shows whether the credentials work.
  const result = await userProfile('nobody-the-doctor-asks')
  const isAccepted = result.status === 'ok' || result.code === 'auth/user-not-found'
  const findings = [
    isAccepted
      ? ok(subject, 'accepted by Google')
      : problem(subject, describeRefusal(result.code, serviceAccount !== null)),
  ]
  const ownProject = serviceAccount?.project_id
  if (ownProject !== undefined && ownProject !== site.identity?.projectId) {
    const words = `belongs to project ${ownProject}, but FIREBASE_WEBAPP_CONFIG to ${site.identity?.projectId}. Take both from one project`
    findings.push(problem(subject, words))
  }
  return findings
}

/** Whether the provider enforces a captcha for email sign-ins, and `RECAPTCHA` allows it (S91). */
async function examineCaptcha({ config }: DoctorContext): Promise<Finding[]> {
  const { identity, recaptcha } = config.public
  if (!identity) return []
  const requirement = await captchaRequirement(identity.apiKey, config.origin.siteUrl)
  if (typeof requirement === 'string')
    return [warning('Captcha', `${requirement}. Whether it is needed isn't known`)]
  return [describeCaptcha({ ...requirement, isAllowed: recaptcha })]
}

export function describeCaptcha({
  isEnforced,
  hasKey,
  isAllowed,
}: CaptchaRequirement & { isAllowed: boolean }): Finding {
  if (!isEnforced) return ok('Captcha', 'the provider wants none')
  const words = 'the provider wants reCAPTCHA'
  if (!isAllowed) return problem('Captcha', `${words}, so nobody can sign in by email. Set RECAPTCHA=true`)
  if (hasKey) return ok('Captcha', `${words}, and RECAPTCHA lets it in`)
  const help = 'Enable it again in Identity Platform, Settings, reCAPTCHA'
  return problem('Captcha', `${words} but has no site key. ${help}`)
}

/** A second factor in `SECOND_FACTORS` must also be enabled in the project. */
async function examineSecondFactors({ config }: DoctorContext): Promise<Finding[]> {
  const { secondFactors } = config.public
  if (secondFactors.length === 0) return []
  const subject = 'Second factors'
  const enabled = await enabledSecondFactors()
  if (enabled.status !== 'ok')
    return [warning(subject, `not checked: ${describeRefusal(enabled.code, true)}`)]
  const missing = secondFactors.filter((kind) => !enabled.value.includes(kind))
  if (missing.length === 0) return [ok(subject, `${secondFactors.join(', ')}, as the project has it`)]
  const words = `${missing.join(', ')} is offered but not switched on in the project, so nobody can add it`
  return [problem(subject, `${words}. Enable it in Identity Platform, MFA, or take it out of SECOND_FACTORS`)]
}

/** Providers allow sign-ins only on domains that the project lists (S90). */
async function examineDomains({ config }: DoctorContext): Promise<Finding[]> {
  const { identity, providers } = config.public
  if (!identity || providers.length === 0) return []
  const subject = 'Authorized domains'
  if (!config.origin.siteUrl)
    return [
      warning(
        subject,
        'not checked, because SITE_URL is not set. Other providers sign people in on these only',
      ),
    ]
  const { hostname } = new URL(config.origin.siteUrl)
  const domains = await authorizedDomains(identity.apiKey)
  if (!domains) return [warning(subject, 'Google could not be asked')]
  if (domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`)))
    return [ok(subject, `${hostname} is one`)]
  const words = `${hostname} is missing, so nobody can sign in with ${providers.join(', ')}. Add it in the Firebase console: Authentication, Settings`
  return [problem(subject, words)]
}

/** Without popups, a sign-in returns only through an auth domain on the site's own host. */
async function examineAuthDomain({ config }: DoctorContext): Promise<Finding[]> {
  const { identity, providers } = config.public
  const { siteUrl } = config.origin
  if (!identity || providers.length === 0 || !siteUrl) return []
  const subject = 'Auth domain'
  if (!servesFirebaseFiles(config.public, siteUrl)) {
    const words = `${identity.authDomain} is not this site's, so nobody can sign in with ${providers.join(', ')} where popups are blocked`
    return [warning(subject, `${words}. Set authDomain to ${new URL(siteUrl).host}`)]
  }
  const host = `${identity.projectId}.firebaseapp.com`
  if ((await fetchServer(`https://${host}/__/auth/handler`))?.isOk)
    return [ok(subject, `${identity.authDomain}, with the sign-in pages of ${host}`)]
  const words = `${host} has no sign-in pages for this server, so nobody can sign in with ${providers.join(', ')}`
  return [problem(subject, `${words}. Check that it is reachable (firewall, proxy)`)]
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

/** Signs and discards a custom token: with a key file locally, otherwise by Google's IAM. */
export async function examinePasskeys({ config }: DoctorContext): Promise<Finding[]> {
  const { identity, emulatorUrl } = config.public
  const subject = 'Passkeys'
  if (!identity || !config.offersPasskeys) return []
  if (!config.passkeyRpId) return [warning(subject, 'off: SITE_URL must be set, with https and a name')]
  if (emulatorUrl) return [ok(subject, `on, at ${config.passkeyRpId}`)]
  const related = await examineRelatedOrigin(config)
  const signed = await signCustomToken('nobody-the-doctor-asks')
  if (signed.status === 'ok')
    return [ok(subject, `on, at ${config.passkeyRpId}, and tokens can be signed`), ...related]
  const words = `on, but nobody can sign in by one, as no token can be signed (${signed.code})`
  const fix =
    'Give the service account the role Service Account Token Creator on itself, and enable the IAM Service Account Credentials API'
  return [
    problem(subject, `${words}. ${fix}; or set FIREBASE_SERVICE_ACCOUNT (docs/passkeys.md)`),
    ...related,
  ]
}

/** Whether another domain allows this site to use its passkeys, requested as browsers do. */
async function examineRelatedOrigin({ passkeyRpId, origin: { siteUrl } }: SiteConfig): Promise<Finding[]> {
  if (!passkeyRpId || !siteUrl || isOwnRpId(passkeyRpId, new URL(siteUrl).hostname)) return []
  const file = `https://${passkeyRpId}${wellKnown.relatedOrigins}`
  return [describeRelatedOrigin(file, siteUrl, await fetchServer(file))]
}

/** `response` is null if the domain couldn't be reached. */
export function describeRelatedOrigin(
  file: string,
  siteUrl: string,
  response: { isOk: boolean; body: unknown } | null,
): Finding {
  const read = v.safeParse(relatedOrigins, response?.isOk ? response.body : null)
  if (read.success && read.output.origins.includes(siteUrl))
    return ok('Passkey domain', `${file} names ${siteUrl}`)
  const status = response ? `does not name ${siteUrl}` : 'could not be asked'
  const fix = 'Have it answered there by this server, or correct PASSKEY_RP_ID (docs/passkeys.md)'
  return problem('Passkey domain', `${file} ${status}, so no passkey works. ${fix}`)
}

const relatedOrigins = v.object({ origins: v.array(v.string()) })

/** Not with the emulator, which signs nothing. */
export async function examineKeyServers({ config }: DoctorContext): Promise<Finding[]> {
  const { public: site, session } = config
  if (!site.identity || site.emulatorUrl) return []
  const results = await Promise.all([
    fetchKeys({ subject: 'Session keys', url: session.keysUrl, keys: jsonKeys }),
    fetchKeys({ subject: 'Token keys', url: tokenKeysUrl, keys: certificates }),
  ])
  const [clock] = results.flatMap(({ aheadMs }) => aheadMs ?? [])
  const findings = results.map(({ finding }) => finding)
  return clock === undefined ? findings : [...findings, describeClock(clock)]
}

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

type KeyServer = { subject: string; url: string; keys: v.GenericSchema }

async function fetchKeys({ subject, url, keys }: KeyServer) {
  const { host } = new URL(url)
  const response = await fetchServer(url)
  const aheadMs = response?.aheadMs ?? null
  if (!response)
    return { finding: problem(subject, `${host} cannot be reached. Check firewall, proxy and DNS`), aheadMs }
  if (response.isOk && v.is(keys, response.body)) return { finding: ok(subject, `from ${host}`), aheadMs }
  const words = response.isOk
    ? `the response of ${host} has no usable key`
    : `${host} answers ${response.status}`
  const help = 'Try again later, and check that it is the right server (SESSION_KEYS_URL, proxy)'
  return { finding: problem(subject, `${words}. ${help}`), aheadMs }
}

/** Whether this machine's clock is right; a negative offset is behind. */
export function describeClock(aheadMs: number): Finding {
  const off = Math.abs(aheadMs)
  if (off <= ms('5s')) return ok('Clock', 'right to within a few seconds')
  const words = `${ms(off, { long: true })} ${aheadMs > 0 ? 'ahead of' : 'behind'} the key server's`
  if (off <= clockSkewSeconds * 1000) return warning('Clock', `${words}. Use NTP`)
  return problem('Clock', `${words}: sessions are rejected or last too long. Use NTP`)
}
