import { RelativeTime } from '@/components/ui/relative-time'
import type { Person, Profile } from '@/lib/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { AccountName } from './name'

type Props = { profile: Profile; person: Person; config: PublicConfig; now: string }

/** Who the person is to the sign-in service. */
export function AccountProfile({ profile, person, config, now }: Props) {
  const { displayName, phoneNumber, createdAt, lastSignInAt } = profile
  return (
    <section aria-labelledby="about-you" className={styles.section}>
      <h2 id="about-you">About you</h2>
      <AccountName saved={displayName} person={person} config={config} />
      <p className={styles.times}>
        {phoneNumber && <span>Phone number {phoneNumber}</span>}
        {createdAt && (
          <span>
            Account created <RelativeTime at={createdAt} now={now} />
          </span>
        )}
        {lastSignInAt && (
          <span>
            Last sign-in <RelativeTime at={lastSignInAt} now={now} />
          </span>
        )}
      </p>
    </section>
  )
}
