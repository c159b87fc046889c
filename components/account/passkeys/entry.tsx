'use client'
import { useEffect, useId, useRef, useState } from 'react'
import { unexpectedError } from '@/components/identity/error-message'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { WithAddresses } from '@/components/ui/email-address'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { pressedKey } from '@/components/ui/pressed-key'
import { RelativeTime } from '@/components/ui/relative-time'
import { TextField } from '@/components/ui/text-field'
import { requestPasskeyRename } from '@/lib/browser/account/passkeys'
import type { PublicConfig } from '@/lib/config/config'
import { type ListedPasskey, maxPasskeyNameLength } from '@/lib/passkeys'
import styles from '../account.module.css'
import { type StepError, StepMessage } from '../step-message'

type Props = {
  passkey: ListedPasskey
  config: PublicConfig
  now: string
  isBusy: boolean
  canRemove: boolean
  onRenamed: (renamed: ListedPasskey) => void
  onRemove: () => void
}

/** One passkey, with a form to rename it. */
export function PasskeyEntry({ passkey, config, now, isBusy, canRemove, onRenamed, onRemove }: Props) {
  const { id, name, createdAt, lastUsedAt } = passkey
  const renaming = useAction<StepError>(unexpectedError)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const timesId = useId()
  const messageId = useId()

  useEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  function cancel() {
    renaming.clear()
    setOpen(false)
  }

  async function rename(formData: FormData): Promise<ActionOutcome<StepError>> {
    const outcome = await requestPasskeyRename(config, id, String(formData.get('name')).trim())
    if (outcome.status === 'failed') return { problem: outcome }
    onRenamed(outcome.value.passkey)
    setOpen(false)
    return { done: 'Name saved.' }
  }

  return (
    <li className={styles.entry}>
      <div>
        <strong>
          <bdi>
            <WithAddresses text={name} />
          </bdi>
        </strong>{' '}
        <span className={styles.badge}>{describeAvailability(passkey)}</span>
        <p id={timesId} className={message.hint}>
          <span className={styles.time}>
            Created <RelativeTime at={createdAt} now={now} />
          </span>{' '}
          <span className={styles.time}>
            {lastUsedAt ? (
              <>
                Last used <RelativeTime at={lastUsedAt} now={now} />
              </>
            ) : (
              'Not used yet'
            )}
          </span>
        </p>
        {!isOpen && (
          <Button
            ref={opener}
            look="text"
            aria-label={`Rename ${name}`}
            onClick={() => {
              renaming.clear()
              setOpen(true)
            }}
          >
            Rename
          </Button>
        )}
      </div>
      {canRemove && (
        <Button aria-label={`Remove ${name}`} aria-describedby={timesId} isBusy={isBusy} onClick={onRemove}>
          Remove
        </Button>
      )}
      <div className={styles.below}>
        {isOpen && (
          <form
            {...renaming.formProps(rename)}
            className={`${form.form} ${styles.body}`}
            onKeyDown={(event) => {
              if (pressedKey(event) === 'Escape' && !renaming.isBusy) cancel()
            }}
          >
            <TextField
              label="Name"
              name="name"
              autoComplete="off"
              dir="auto"
              autoFocus
              maxLength={maxPasskeyNameLength}
              defaultValue={name}
              isInvalid={false}
              describedBy={messageId}
            />
            <p className={message.hint}>Leave the field empty to use the first name again.</p>
            <div className={form.actions}>
              <Button type="submit" look="primary" isBusy={renaming.isBusy}>
                {renaming.isBusy ? 'Saving…' : 'Save name'}
              </Button>
              <Button isBusy={renaming.isBusy} onClick={cancel}>
                Cancel
              </Button>
            </div>
          </form>
        )}
        <StepMessage id={messageId} problem={renaming.problem} done={renaming.done} />
      </div>
    </li>
  )
}

/** A passkey that isn't synced may be on any device, such as a security key. */
function describeAvailability({ isSynced, worksHere }: ListedPasskey): string {
  if (!worksHere) return 'Doesn’t work at this address'
  return isSynced ? 'Synced' : 'On one device only'
}
