/** The policy of a page. Other hosts it may reach are those of configured services that it uses. */
import type { PublicConfig } from '@/lib/config/config'
import { consentedServices, type ServiceHosts } from '@/lib/consent/inventory'
import { closedDirectives, policy, reportDirectives } from './security-headers'

/** Settings that determine which hosts a page may reach. */
export type PolicyHosts = Pick<
  PublicConfig,
  'identity' | 'emulatorUrl' | 'analytics' | 'providers' | 'recaptcha' | 'secondFactors'
>

type PageSources = {
  hosts: PolicyHosts
  /** Sign-in with other providers. */
  opensPopups?: boolean
  /** Sign-in by any method. */
  offersSignIn?: boolean
  /** Hashes of the page's inline scripts, or their nonce. */
  inlineScripts: readonly string[]
  /** Hashes of its styles. */
  inlineStyles?: readonly string[]
}

/**
 * A page's CSP. Scripts, styles and fonts only from this site, inline scripts only by hash or nonce, inline styles by
 * hash, other hosts only if a configured service needs them.
 */
export function pagePolicy(page: PageSources): string {
  const services = servicesOn(page)
  const frames = services.flatMap(({ frames = [] }) => frames)
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...page.inlineScripts, ...services.flatMap(({ scripts = [] }) => scripts)],
    'style-src': ["'self'", ...(page.inlineStyles ?? [])],
    'img-src': ["'self'", ...services.flatMap(({ images = [] }) => images)],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", ...services.flatMap(({ connections = [] }) => connections)],
    ...(frames.length > 0 && { 'frame-src': frames }),
    'form-action': ["'self'"],
    ...reportDirectives,
    ...closedDirectives,
  })
}

/** The services of a page. */
function servicesOn({ hosts, opensPopups, offersSignIn }: PageSources): ServiceHosts[] {
  return [
    ...(hosts.identity ? [identityHosts(hosts)] : []),
    ...consentedServices.filter(({ isTag }) => !isTag || hosts.analytics).map((service) => service.hosts),
    ...(opensPopups && hosts.providers.length > 0 ? [popupHosts(hosts)] : []),
    ...(offersSignIn && needsCaptcha(hosts) ? [captchaHosts] : []),
  ]
}

/** The provider's two services, or the emulator. */
function identityHosts({ emulatorUrl }: PolicyHosts): ServiceHosts {
  const google = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
  return { connections: emulatorUrl ? [emulatorUrl] : google }
}

/** The SDK talks to a sign-in window through a hidden frame of the auth domain, which Google's loader script creates. */
function popupHosts({ identity, emulatorUrl }: PolicyHosts): ServiceHosts {
  const frame = emulatorUrl ?? `https://${identity?.authDomain}`
  return { scripts: ['https://apis.google.com'], frames: [frame] }
}

/** Before an SMS the SDK always loads the captcha, except with the emulator. */
function needsCaptcha({ recaptcha, secondFactors, emulatorUrl }: PolicyHosts): boolean {
  return recaptcha || (secondFactors.includes('sms') && emulatorUrl === null)
}

/**
 * From Google's guide (developers.google.com/recaptcha/docs/faq, "Content Security Policy"), no wider, as both
 * hosts serve much else. The guide leaves out the connections, which Enterprise's script needs for its reports.
 */
const captchaHosts: ServiceHosts = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connections: ['https://www.google.com/recaptcha/'],
}
