import 'server-only'
/** Giving an account back to the owner of its address. */
import { randomBytes } from 'node:crypto'
import { log } from '@/lib/server/log/log'
import { callIdentity, type IdentityResult } from './call'
import type { UserState } from './user-state'

/**
 * Unlinks every provider but one, and replaces the password by a random one. The `password` provider itself
 * stays, as the address would go with it; it also stands for email links.
 */
export function removeOtherSignInMethods(
  userId: string,
  providers: UserState['providers'],
  keptProvider: string | null,
): Promise<IdentityResult<void>> {
  const ids = providers.map(({ providerId }) => providerId)
  const providersToUnlink = ids.filter((id) => id !== 'password' && id !== keptProvider)
  const password = ids.includes('password') ? { password: randomBytes(32).toString('base64url') } : {}
  return callIdentity(async (auth) => {
    await auth.updateUser(userId, { ...password, ...(providersToUnlink.length > 0 && { providersToUnlink }) })
  })
}

/** A token that signs a user in; null if the provider doesn't answer or the service account may not sign. */
export async function customTokenFor(userId: string): Promise<string | null> {
  const signed = await callIdentity((auth) => auth.createCustomToken(userId))
  if (signed.status === 'ok') return signed.value
  log('warn', 'identity.no-custom-token', { userId, code: signed.code })
  return null
}
