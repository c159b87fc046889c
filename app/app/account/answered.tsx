/** The parts of the account page that wait for the sign-in service. */
import styles from '@/components/account/account.module.css'
import { AccountDeletion } from '@/components/account/deletion'
import { AccountEmail } from '@/components/account/email'
import { AccountPassword } from '@/components/account/password'
import { AccountProfile } from '@/components/account/profile'
import { AccountSecondFactors } from '@/components/account/second-factors/second-factors'
import { AccountUnavailable } from '@/components/account/waiting'
import { AccountWaysIn } from '@/components/account/ways-in/ways-in'
import type { Person, Profile } from '@/lib/account'
import type { PublicConfig } from '@/lib/config/config'
import { providerOf } from '@/lib/identity/providers'
import type { IdentityResult } from '@/lib/server/identity/identity'
import { log } from '@/lib/server/log/log'
import type { LiveSession } from '@/lib/server/session/session'

type Known = {
  session: LiveSession
  config: PublicConfig
  now: string
  asked: Promise<IdentityResult<Profile>>
}

/** The account as the sign-in service has it, or a message if it doesn't answer. */
export async function Details({ session, config, now, asked }: Known) {
  const answer = await asked
  if (answer.status !== 'ok') {
    log('warn', 'identity.unavailable', { code: answer.code })
    return <AccountUnavailable />
  }
  const person = personOf(session, config, answer.value)
  return (
    <>
      <AccountProfile profile={answer.value} person={person} config={config} now={now} />
      <section aria-labelledby="sign-in-and-security" className={styles.section}>
        <h2 id="sign-in-and-security">Sign-in and security</h2>
        <AccountEmail person={person} isVerified={answer.value.emailVerified} config={config} />
        <AccountPassword person={person} config={config} />
        <AccountWaysIn ways={answer.value.providers} person={person} config={config} />
        <AccountSecondFactors profile={answer.value} person={person} config={config} />
      </section>
    </>
  )
}

/** Falls back to the session's email address if the service doesn't answer. */
export async function DeletionPart({ session, config, asked, noteCount }: Known & { noteCount: number }) {
  const answer = await asked
  const person = personOf(session, config, answer.status === 'ok' ? answer.value : null)
  return <AccountDeletion person={person} noteCount={noteCount} config={config} />
}

function personOf(
  { userId, email, authenticatedAt }: LiveSession,
  config: PublicConfig,
  profile: Profile | null,
): Person {
  const linked = (profile?.providers ?? []).map(({ providerId }) => providerOf(providerId))
  return {
    userId,
    authenticatedAt,
    email: profile ? profile.email : email,
    hasPassword: profile
      ? profile.providers.some(({ providerId }) => providerId === 'password')
      : email !== null,
    providers: config.providers.filter((provider) => linked.includes(provider)),
  }
}
