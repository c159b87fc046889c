/** Whether people can have passkeys, and sign in by them. */
import { signCustomToken } from '../../lib/server/identity/identity'
import { type Finding, ok, problem, type Situation, warning } from './finding'

/** Signs a custom token, which nobody gets. With a key file that asks nobody, without one Google's IAM. */
export async function examinePasskeys({ config, isEmbedded }: Situation): Promise<Finding[]> {
  const { identity, emulatorUrl, passkeys } = config.public
  const { siteUrl } = config.origin
  if (!identity && !isEmbedded) return []
  if (isEmbedded || emulatorUrl) {
    const isOn = passkeys || isEmbedded
    return [
      ok(subject, isOn ? `on, at ${config.passkeyRpId ?? 'localhost'}` : 'off: SITE_URL has an IP address'),
    ]
  }
  if (!passkeys) {
    const reason = siteUrl ? 'SITE_URL must have https and a name' : 'SITE_URL is not set'
    return [warning(subject, `off: ${reason}`)]
  }
  const signed = await signCustomToken('nobody-the-doctor-asks')
  if (signed.status === 'ok') return [ok(subject, `on, at ${config.passkeyRpId}, and tokens can be signed`)]
  const words = `on, but nobody can sign in by one, as no token can be signed (${signed.code})`
  const fix =
    'Give the service account the role Service Account Token Creator on itself, and enable the IAM Service Account Credentials API'
  return [problem(subject, `${words}. ${fix}; or set FIREBASE_SERVICE_ACCOUNT (docs/passkeys.md)`)]
}

const subject = 'Passkeys'
