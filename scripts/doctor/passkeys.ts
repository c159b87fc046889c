/** Whether passkeys are available and can sign people in. */
import * as v from 'valibot'
import type { SiteConfig } from '../../lib/config/config'
import { isOwnRpId } from '../../lib/config/passkeys'
import { fetchServer, signCustomToken } from '../../lib/server/identity/identity'
import { wellKnown } from '../../lib/site/api-routes'
import { type DoctorContext, type Finding, ok, problem, warning } from './finding'

/** Signs and discards a custom token: with a key file locally, otherwise by Google's IAM. */
export async function examinePasskeys({ config, isEmbedded }: DoctorContext): Promise<Finding[]> {
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

const subject = 'Passkeys'
