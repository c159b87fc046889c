import type { ReactNode } from 'react'
import { RelativeTime } from '@/components/ui/relative-time'
import type { Person, Profile } from '@/lib/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { AccountName } from './name'
import rows from './row.module.css'

type Props = { profile: Profile; person: Person; config: PublicConfig; now: string }

/** The user's name, and facts from the sign-in service. */
export function AccountProfile({ profile, person, config, now }: Props) {
  const { displayName, phoneNumber, createdAt, lastSignInAt } = profile
  return (
    <section aria-labelledby="about-you" className={styles.section}>
      <h2 id="about-you">About you</h2>
      <AccountName saved={displayName} person={person} config={config} />
      <dl className={styles.facts}>
        {phoneNumber && <Fact label="Phone number" value={phoneNumber} />}
        {createdAt && <Fact label="Account created" value={<RelativeTime at={createdAt} now={now} />} />}
        {lastSignInAt && <Fact label="Last sign-in" value={<RelativeTime at={lastSignInAt} now={now} />} />}
      </dl>
    </section>
  )
}

/** A row that can't be changed. */
function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={rows.row}>
      <dt>{label}</dt>
      <dd className={rows.value}>{value}</dd>
    </div>
  )
}
