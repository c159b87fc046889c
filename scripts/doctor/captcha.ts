/** Whether the provider enforces a captcha for email sign-ins, and `RECAPTCHA` allows it. */
import { type CaptchaRequirement, captchaRequirement } from '../../lib/server/identity/identity'
import { type DoctorContext, type Finding, ok, problem, warning } from './finding'

export async function examineCaptcha({ config }: DoctorContext): Promise<Finding[]> {
  const { identity, emulatorUrl, recaptcha } = config.public
  if (!identity || emulatorUrl) return []
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
  if (!isEnforced && !isAllowed) return ok('Captcha', 'the provider wants none')
  if (!isEnforced)
    return warning('Captcha', "the provider enforces none, but Google's script is let in. Unset RECAPTCHA")
  if (!isAllowed) {
    const words = 'the provider wants reCAPTCHA, so nobody can sign in by email. Set RECAPTCHA=true'
    return problem('Captcha', words)
  }
  if (hasKey) return ok('Captcha', 'the provider wants reCAPTCHA, and RECAPTCHA lets it in')
  const words = 'the provider wants reCAPTCHA but has no site key. Enable it again in Identity Platform'
  return problem('Captcha', `${words}, Settings, reCAPTCHA`)
}
