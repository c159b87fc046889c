'use client'
import { useId, useState } from 'react'
import { RelativeTime } from '@/components/ui/relative-time'
import { type Person, type Profile, photoHost } from '@/lib/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { ProfileRow } from './profile-row'

type Props = { profile: Profile; person: Person; config: PublicConfig; now: string }

/** Who the person is to the sign-in service; name and photo can be changed. */
export function AccountProfile({ profile, person, config, now }: Props) {
  const [{ displayName, photoUrl }, setShown] = useState(profile)
  const headingId = useId()
  const { phoneNumber, createdAt, lastSignInAt } = profile
  const owner = { person, config, onSaved: (change: object) => setShown((all) => ({ ...all, ...change })) }
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>About you</h2>
      <ProfileRow {...owner} kind="name" typed={displayName ?? ''} value={displayName} />
      <ProfileRow
        {...owner}
        kind="photo"
        typed={photoUrl ?? ''}
        value={photoUrl && `On ${photoHost(photoUrl)}`}
      />
      <p className={styles.times}>
        {phoneNumber && <span>Phone number {phoneNumber}</span>}
        {createdAt && (
          <span>
            Account created <RelativeTime at={isoOf(createdAt)} now={now} />
          </span>
        )}
        {lastSignInAt && (
          <span>
            Last sign-in <RelativeTime at={isoOf(lastSignInAt)} now={now} />
          </span>
        )}
      </p>
    </section>
  )
}

/** Firebase's own form of a time is none for `<time datetime>`. */
function isoOf(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
