import 'server-only'
import type { UserRecord } from 'firebase-admin/auth'
import type { Profile } from '@/lib/account'

/** Maps the SDK's user record to our profile. */
export function describeUser(user: UserRecord): Profile {
  const { uid, email, phoneNumber, providerData, metadata } = user
  return {
    userId: uid,
    displayName: user.displayName || null,
    photoUrl: user.photoURL || null,
    email: email ?? null,
    emailVerified: user.emailVerified,
    phoneNumber: phoneNumber ?? null,
    isAnonymous: !email && !phoneNumber && providerData.length === 0,
    tenantId: user.tenantId ?? null,
    providers: providerData.map((account) => ({
      providerId: account.providerId,
      userId: account.uid,
      displayName: account.displayName || null,
      email: account.email ?? null,
      photoUrl: account.photoURL || null,
      phoneNumber: account.phoneNumber ?? null,
    })),
    createdAt: isoTime(metadata.creationTime),
    lastSignInAt: isoTime(metadata.lastSignInTime),
  }
}

/** The SDK formats times for people, or has none. */
function isoTime(words: string | null): string | null {
  return words && !Number.isNaN(Date.parse(words)) ? new Date(words).toISOString() : null
}
