/** The other hosts a page may reach: those of configured services, and only where it uses them. */
import type { PublicConfig } from '@/lib/config/config'
import { consentedServices, type ServiceHosts } from '@/lib/consent/services'

/** Settings that determine which hosts a page may reach. */
export type PolicyHosts = Pick<
  PublicConfig,
  'identity' | 'emulatorUrl' | 'analytics' | 'providers' | 'recaptcha' | 'secondFactors'
>

/**
 * What a page uses. `opensPopups`: people can sign in with other providers there. `offersSignIn`: they can sign in
 * there, in whatever way.
 */
export type PageServices = {
  hosts: PolicyHosts
  opensPopups?: boolean | undefined
  offersSignIn?: boolean | undefined
}

/** The services of a page. */
export function servicesOn({ hosts, opensPopups, offersSignIn }: PageServices): ServiceHosts[] {
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

/** The SDK talks to a sign-in window by a hidden frame of the auth domain, which Google's loader script opens. */
function popupHosts({ identity, emulatorUrl }: PolicyHosts): ServiceHosts {
  const frame = emulatorUrl ?? `https://${identity?.authDomain}`
  return { scripts: ['https://apis.google.com'], frames: [frame] }
}

/** Before an SMS the SDK loads the captcha whatever else of it is on or off, but not with the emulator. */
function needsCaptcha({ recaptcha, secondFactors, emulatorUrl }: PolicyHosts): boolean {
  return recaptcha || (secondFactors.includes('sms') && emulatorUrl === null)
}

/**
 * From Google's guide (developers.google.com/recaptcha/docs/faq, "Content Security Policy"), no wider: the two
 * hosts serve much else. Connections aren't in it; Enterprise's script reports by them.
 */
const captchaHosts: ServiceHosts = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connections: ['https://www.google.com/recaptcha/'],
}
