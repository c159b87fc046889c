/** The sections of the account page that wait for the sign-in service. */
import styles from '@/components/account/account.module.css'
import { AccountDeletion } from '@/components/account/deletion'
import { AccountEmail } from '@/components/account/email'
import { AccountPasskeys } from '@/components/account/passkeys/passkeys'
import { AccountPassword } from '@/components/account/password'
import { AccountUnavailable } from '@/components/account/placeholders'
import { AccountProfile } from '@/components/account/profile'
import { AccountSecondFactors } from '@/components/account/second-factors/second-factors'
import { AccountSignInMethods } from '@/components/account/sign-in-methods/sign-in-methods'
import type { Person, Profile } from '@/lib/account'
import type { PublicConfig } from '@/lib/config/config'
import { providerOf } from '@/lib/identity/providers'
import type { ListedPasskey } from '@/lib/passkeys'
import type { IdentityResult } from '@/lib/server/identity/identity'
import { log } from '@/lib/server/log/log'
import type { LiveSession } from '@/lib/server/session/session'

type SectionProps = {
  session: LiveSession
  config: PublicConfig
  passkeys: ListedPasskey[]
  profileRequest: Promise<IdentityResult<Profile>>
  isAddressProved: Promise<boolean>
}

/** The account as the sign-in service has it, or a message if it doesn't respond. */
export async function AccountSections({ now, ...props }: SectionProps & { now: string }) {
  const result = await props.profileRequest
  if (result.status !== 'ok') {
    log('warn', 'identity.unavailable', { code: result.code })
    return <AccountUnavailable />
  }
  const profile = result.value
  const { providers, emailVerified } = profile
  const person = toPerson(props, profile, await props.isAddressProved)
  const common = { person, config: props.config }
  return (
    <>
      <AccountProfile profile={profile} now={now} {...common} />
      <section aria-labelledby="sign-in-and-security" className={styles.section}>
        <h2 id="sign-in-and-security">Sign-in and security</h2>
        <AccountEmail isVerified={emailVerified} {...common} />
        <AccountPassword {...common} />
        <AccountSignInMethods linked={providers} {...common} />
        <AccountPasskeys saved={props.passkeys} linked={providers} now={now} {...common} />
        <AccountSecondFactors profile={profile} {...common} />
      </section>
    </>
  )
}

/** Falls back to the session's email address if the sign-in service doesn't respond. */
export async function DeletionSection({ noteCount, ...props }: SectionProps & { noteCount: number }) {
  const result = await props.profileRequest
  const profile = result.status === 'ok' ? result.value : null
  const person = toPerson(props, profile, await props.isAddressProved)
  return <AccountDeletion person={person} noteCount={noteCount} config={props.config} />
}

function toPerson(
  { session, config, passkeys }: SectionProps,
  profile: Profile | null,
  isAddressProved: boolean,
): Person {
  const { userId, email, authenticatedAt } = session
  const linked = (profile?.providers ?? []).map(({ providerId }) => providerOf(providerId))
  return {
    userId,
    authenticatedAt,
    email: profile ? profile.email : email,
    isAddressProved,
    hasPassword: profile
      ? profile.providers.some(({ providerId }) => providerId === 'password')
      : email !== null,
    providers: config.providers.filter((provider) => linked.includes(provider)),
    hasPasskey: isAddressProved && passkeys.some(({ worksHere }) => worksHere),
    hasUsedPasskey: session.passkey !== null,
  }
}
