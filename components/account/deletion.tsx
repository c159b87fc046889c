'use client'
import { useState } from 'react'
import { leaveFor } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import type { Person } from '@/lib/account'
import { requestDeletion } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import { routes } from '@/lib/site/routes'
import styles from './account.module.css'
import { ConfirmDialog } from './confirm-dialog'
import type { StepError } from './step-message'

type Props = { person: Person; losses: string[]; config: PublicConfig }

/** Deletes the account after a confirmation, then leads to the sign-in page. */
export function AccountDeletion({ person, losses, config }: Props) {
  const [isConfirming, setConfirming] = useState(false)

  async function remove(): Promise<StepError> {
    const step = await requestDeletion({ config, userId: person.userId })
    return step.status === 'done' ? leaveFor(routes.accountDeleted) : step
  }

  return (
    <section aria-labelledby="delete-account" className={styles.section}>
      <h2 id="delete-account">Delete account</h2>
      <p>This deletes your account and everything you keep here. It can’t be undone.</p>
      <div className={styles.buttons}>
        <Button look="dangerQuiet" onClick={() => setConfirming(true)}>
          Delete account…
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          person={person}
          config={config}
          title="Delete your account?"
          submitLabel="Delete account"
          look="danger"
          isSignInTooOld={false}
          continuesOnSignIn={false}
          onConfirmed={remove}
          onClose={() => setConfirming(false)}
        >
          <DeletionDetails losses={losses} />
        </ConfirmDialog>
      )}
    </section>
  )
}

function DeletionDetails({ losses }: { losses: string[] }) {
  return (
    <>
      <p>This is immediate and can’t be undone. You will lose:</p>
      <ul>
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
        <li>all your sessions, on every device</li>
        <li>your sign-in account, with your email address and name</li>
      </ul>
      <p>Backups and logs keep what they contain until they expire.</p>
    </>
  )
}
