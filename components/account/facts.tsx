import { type Profile, photoHost } from '@/lib/account'
import styles from './account.module.css'

/** Formatted on the server: a browser might format them differently. */
export type AccountTimes = { createdAt: string; lastSignInAt: string }

type Props = { profile: Profile; times: AccountTimes }

/** What the sign-in service knows about a person. */
export function AccountFacts({ profile, times: { createdAt, lastSignInAt } }: Props) {
  const { displayName, photoUrl, email, emailVerified, phoneNumber } = profile
  return (
    <dl className={styles.facts}>
      <dt>Name</dt>
      <dd>{displayName ?? 'None'}</dd>
      <dt>Picture</dt>
      <dd>{photoUrl ? `On ${photoHost(photoUrl)}` : 'None'}</dd>
      <dt>Email address</dt>
      <dd>{email ? `${email}, ${emailVerified ? 'confirmed' : 'not confirmed yet'}` : 'None'}</dd>
      {phoneNumber && (
        <>
          <dt>Phone number</dt>
          <dd>{phoneNumber}</dd>
        </>
      )}
      <dt>Account made</dt>
      <dd>{createdAt}</dd>
      <dt>Last sign-in</dt>
      <dd>{lastSignInAt}</dd>
    </dl>
  )
}
