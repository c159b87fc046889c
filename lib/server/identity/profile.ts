import 'server-only'
import type { MultiFactorInfo, PhoneMultiFactorInfo, UserRecord } from 'firebase-admin/auth'
import type { Profile } from '@/lib/account'
import type { SecondFactor } from '@/lib/identity/second-factor'

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
    secondFactors: (user.multiFactor?.enrolledFactors ?? []).map(describeFactor),
    createdAt: isoTime(metadata.creationTime),
    lastSignInAt: isoTime(metadata.lastSignInTime),
  }
}

function describeFactor(info: MultiFactorInfo): SecondFactor {
  const { uid: id, displayName, factorId } = info
  const name = displayName || null
  if (factorId !== 'phone') return { id, kind: 'totp', name, phoneNumber: null }
  return { id, kind: 'sms', name, phoneNumber: (info as PhoneMultiFactorInfo).phoneNumber ?? null }
}

/** The SDK formats times for people, or has none. */
function isoTime(words: string | null): string | null {
  return words && !Number.isNaN(Date.parse(words)) ? new Date(words).toISOString() : null
}
