'use client'
import { useState } from 'react'
import { unexpectedError } from '@/components/identity/error-message'
import { type ActionOutcome, leaveFor, useAction } from '@/components/ui/action'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import type { Person } from '@/lib/account'
import { requestDeletion } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import { routes } from '@/lib/site/routes'
import styles from './account.module.css'
import { type StepError, StepMessage } from './step-message'
import { useStepUp } from './step-up'

type Props = { person: Person; losses: readonly string[]; config: PublicConfig }

/** Deletes the account, then leads to the sign-in page. An old sign-in is confirmed before the last question. */
export function AccountDeletion({ person, losses, config }: Props) {
  const { perform, confirmIfOld, dialog } = useStepUp(person, config)
  const { isBusy, problem, run } = useAction<StepError>(unexpectedError)
  const [isAsking, setAsking] = useState(false)

  async function remove(): Promise<ActionOutcome<StepError>> {
    const outcome = await perform({ step: () => requestDeletion({ config, ...person }) })
    if (outcome?.status === 'done') return leaveFor(routes.accountDeleted)
    return outcome && { problem: outcome }
  }

  return (
    <section aria-labelledby="delete-account" className={styles.section}>
      <h2 id="delete-account">Delete account</h2>
      <p>This deletes your account and everything you keep here. It can’t be undone. You will lose:</p>
      <ul>
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
        <li>all your sessions, on every device</li>
        <li>your sign-in account, with your email address and name</li>
      </ul>
      <StepMessage problem={problem} done={null} />
      <div className={styles.buttons}>
        <Button look="dangerQuiet" isBusy={isBusy} onClick={async () => setAsking(await confirmIfOld())}>
          {isBusy ? 'Deleting…' : 'Delete account…'}
        </Button>
      </div>
      {isAsking && (
        <AlertDialog
          title="Delete your account?"
          action="Delete account"
          onConfirmed={() => {
            setAsking(false)
            void run(remove)
          }}
          onClose={() => setAsking(false)}
        >
          This is immediate and can’t be undone. Backups and logs keep what they contain until they expire.
        </AlertDialog>
      )}
      {dialog}
    </section>
  )
}
