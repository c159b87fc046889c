/** The parts of the account page that wait for the sign-in service. */
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
  now: string
  passkeys: ListedPasskey[]
  asked: Promise<IdentityResult<Profile>>
}

/** The account as the sign-in service has it, or a message if it doesn't answer. */
export async function AccountSections(known: SectionProps) {
  const { config, now, passkeys } = known
  const answer = await known.asked
  if (answer.status !== 'ok') {
    log('warn', 'identity.unavailable', { code: answer.code })
    return <AccountUnavailable />
  }
  const person = personOf(known, answer.value)
  return (
    <>
      <AccountProfile profile={answer.value} person={person} config={config} now={now} />
      <section aria-labelledby="sign-in-and-security" className={styles.section}>
        <h2 id="sign-in-and-security">Sign-in and security</h2>
        <AccountEmail person={person} isVerified={answer.value.emailVerified} config={config} />
        <AccountPassword person={person} config={config} />
        <AccountSignInMethods ways={answer.value.providers} person={person} config={config} />
        <AccountPasskeys
          saved={passkeys}
          ways={answer.value.providers}
          person={person}
          config={config}
          now={now}
        />
        <AccountSecondFactors profile={answer.value} person={person} config={config} />
      </section>
    </>
  )
}

/** Falls back to the session's email address if the service doesn't answer. */
export async function DeletionSection({ noteCount, ...known }: SectionProps & { noteCount: number }) {
  const answer = await known.asked
  const person = personOf(known, answer.status === 'ok' ? answer.value : null)
  return <AccountDeletion person={person} noteCount={noteCount} config={known.config} />
}

function personOf({ session, config, passkeys }: SectionProps, profile: Profile | null): Person {
  const { userId, email, authenticatedAt } = session
  const linked = (profile?.providers ?? []).map(({ providerId }) => providerOf(providerId))
  return {
    userId,
    authenticatedAt,
    email: profile ? profile.email : email,
    hasPassword: profile
      ? profile.providers.some(({ providerId }) => providerId === 'password')
      : email !== null,
    providers: config.providers.filter((provider) => linked.includes(provider)),
    hasPasskey: passkeys.some(({ worksHere }) => worksHere),
    hasUsedPasskey: session.passkey !== null,
  }
}
