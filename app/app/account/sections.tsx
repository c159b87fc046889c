/** The sections of the account page; some wait for the sign-in service. */
import styles from '@/components/account/account.module.css'
import { AccountDeletion } from '@/components/account/deletion'
import { AccountEmail } from '@/components/account/email'
import { AccountPassword } from '@/components/account/password'
import { AccountProfile } from '@/components/account/profile'
import { AccountSecondFactors } from '@/components/account/second-factors/second-factors'
import { AccountSignInMethods } from '@/components/account/sign-in-methods/sign-in-methods'
import type { PageRoom } from '@/components/rooms/pages'
import * as pageRooms from '@/components/rooms/pages'
import button from '@/components/ui/button.module.css'
import message from '@/components/ui/message.module.css'
import type { ListedCredential, Person, Profile } from '@/lib/account'
import type { PublicConfig } from '@/lib/config/config'
import { providerOf } from '@/lib/identity/providers'
import { personLosses } from '@/lib/server/account/rows'
import type { IdentityResult } from '@/lib/server/identity/call'
import { log } from '@/lib/server/log/log'
import type { Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'
import type { LiveSession } from '@/lib/server/session/current'
import { accountRequests } from '@/lib/site/account-routes'
import { routes } from '@/lib/site/routes'

type SectionProps = {
  session: LiveSession
  config: PublicConfig
  saved: ListedCredential[]
  profileRequest: Promise<IdentityResult<Profile>>
  mayUseSaved: Promise<boolean>
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
  const person = toPerson(props, profile, await props.mayUseSaved)
  const common = { person, config: props.config }
  return (
    <>
      <AccountProfile profile={profile} now={now} {...common} />
      <section aria-labelledby="sign-in-and-security" className={styles.section}>
        <h2 id="sign-in-and-security">Sign-in and security</h2>
        <AccountEmail isVerified={emailVerified} {...common} />
        <AccountPassword {...common} />
        <AccountSignInMethods linked={providers} {...common} />
        {Object.entries<PageRoom>(pageRooms).map(
          ([name, { AccountSection }]) =>
            AccountSection && (
              <AccountSection
                key={name}
                saved={props.saved}
                linked={providers}
                isVerified={emailVerified}
                now={now}
                {...common}
              />
            ),
        )}
        <AccountSecondFactors profile={profile} {...common} />
      </section>
    </>
  )
}

/** Falls back to the session's email address if the sign-in service doesn't respond. */
export async function DeletionSection(props: SectionProps) {
  const result = await props.profileRequest
  const profile = result.status === 'ok' ? result.value : null
  const person = toPerson(props, profile, await props.mayUseSaved)
  return <AccountDeletion person={person} losses={personLosses} config={props.config} />
}

function toPerson(
  { session, config, saved }: SectionProps,
  profile: Profile | null,
  isAddressProved: boolean,
): Person {
  const { userId, providerUserId, email, authenticatedAt } = session
  const linked = (profile?.providers ?? []).map(({ providerId }) => providerOf(providerId))
  return {
    userId,
    providerUserId,
    authenticatedAt,
    email: profile ? profile.email : email,
    isAddressProved,
    hasPassword: profile
      ? profile.providers.some(({ providerId }) => providerId === 'password')
      : email !== null,
    providers: config.providers.filter((provider) => linked.includes(provider)),
    hasPasskey: isAddressProved && saved.some(({ worksHere }) => worksHere),
    hasUsedPasskey: session.credential !== null,
  }
}

/**
 * Shown until the sign-in service responds. A fallback sends status 200, so only parts of a page that is known to be there
 * have one (docs/decisions/ui.md).
 */
export function AccountSkeleton() {
  return (
    <div className={styles.waiting}>
      <p role="status" className={styles.loading}>
        Loading your details…
      </p>
      <p className={message.needsScript}>Turn on JavaScript to see and change them.</p>
    </div>
  )
}

/** Shown if the sign-in service doesn't respond; the rest of the page works. */
function AccountUnavailable() {
  return (
    <section aria-labelledby="about-you" className={styles.section}>
      <h2 id="about-you">About you</h2>
      <p role="alert">
        We can’t reach the sign-in service right now, so you can’t see or change your details. You’re still
        signed in. <a href={routes.account}>Try again</a>
      </p>
    </section>
  )
}

const exported = new Intl.ListFormat('en-GB').format([
  'account details',
  ...Object.values<Room>(rooms).flatMap(({ words }) => words?.exported ?? []),
  'session records',
])

/** The export is a plain link, so the browser shows the server's message if it fails. */
export function AccountData() {
  return (
    <section aria-labelledby="your-data" className={styles.section}>
      <h2 id="your-data">Your data</h2>
      <p>Download your {exported} as one JSON file.</p>
      <div className={styles.buttons}>
        <a href={accountRequests.export} className={button.quiet}>
          Download your data
        </a>
      </div>
    </section>
  )
}
