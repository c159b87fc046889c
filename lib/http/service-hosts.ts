/** Other hosts a page may reach: those of configured services that it uses. */
import type { PublicConfig } from '@/lib/config/config'
import { consentedServices, type ServiceHosts } from '@/lib/consent/services'

/** Settings that determine which hosts a page may reach. */
export type PolicyHosts = Pick<
  PublicConfig,
  'identity' | 'emulatorUrl' | 'analytics' | 'providers' | 'recaptcha' | 'secondFactors'
>

/** What a page uses. `opensPopups`: sign-in with other providers. `offersSignIn`: sign-in by any method. */
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
