'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useRef, useState } from 'react'
import styles from '@/components/account/account.module.css'
import { FormActions } from '@/components/account/row'
import { type StepError, StepMessage, useStepFormError } from '@/components/account/step-message'
import { useStepUp } from '@/components/account/step-up'
import { EmailVerification } from '@/components/account/verification'
import { unexpectedError } from '@/components/identity/error-message'
import { usePasskeySupport } from '@/components/identity/passkey-support'
import { useAction } from '@/components/ui/action'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { WithAddresses } from '@/components/ui/email-address'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { RelativeTime } from '@/components/ui/relative-time'
import { TextField } from '@/components/ui/text-field'
import { mayRemoveSignInMethod, type Person, type ProviderAccount } from '@/lib/account'
import { needsConfirmation } from '@/lib/browser/account/confirmation'
import { invalidInput } from '@/lib/browser/identity/input'
import { whenIdle } from '@/lib/browser/idle'
import {
  passkeyAddition,
  requestPasskeyRemoval,
  requestPasskeyRename,
  signalPasskeys,
} from '@/lib/browser/passkeys/account'
import type { PublicConfig } from '@/lib/config/config'
import { type ListedPasskey, maxPasskeyNameLength } from '@/lib/passkeys/passkeys'
import { passkeySection, verification } from '@/lib/site/account-routes'

type Props = {
  saved: ListedPasskey[]
  linked: readonly ProviderAccount[]
  person: Person
  /** At the provider. Until then, the address has the button that sends the email. */
  isVerified: boolean
  config: PublicConfig
  now: string
}

/** Lists, adds, renames and removes the user's passkeys, but never removes the last sign-in method. */
export function PasskeySection({ saved, linked, person, isVerified, config, now }: Props) {
  const { perform, performOnPress, dialog } = useStepUp(person, config)
  const { isBusy, problem, done, run } = useAction<StepError>(unexpectedError)
  const router = useRouter()
  const [passkeys, setPasskeys] = useState(saved)
  const [addition] = useState(() => passkeyAddition({ config, userId: person.userId }))
  const [renaming, setRenaming] = useState<ListedPasskey | null>(null)
  const [removing, setRemoving] = useState<ListedPasskey | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isSupported = usePasskeySupport()

  // Streamed in after the page has loaded, when browsers no longer scroll to the anchor.
  useEffect(() => {
    if (location.hash === `#${passkeySection.id}` && scrollY === 0) heading.current?.scrollIntoView()
  }, [])

  // After a change, `router.refresh` renders a new list.
  const usableIds = config.passkeys && saved.flatMap(({ id, worksHere }) => (worksHere ? [id] : [])).join()
  useEffect(() => (usableIds ? whenIdle(() => void signalPasskeys(config)) : undefined), [usableIds, config])

  if (!config.passkeys && passkeys.length === 0) return null
  const linkedIds = linked.map(({ providerId }) => providerId)
  const usable = passkeys.filter(({ worksHere }) => worksHere)
  const isOnlyMethod = usable.length === 1 && !mayRemoveSignInMethod('passkey', linkedIds, config.providers)

  /** Prefetches, so that the press opens the prompt immediately. The server refuses this after an old sign-in. */
  function prepare() {
    if (!needsConfirmation(person.authenticatedAt)) addition.prepare()
  }

  async function add() {
    const outcome = await performOnPress(addition.press)
    if (outcome?.status === 'failed') return { problem: outcome }
    if (outcome?.status === 'confirmed') return { done: outcome.words }
    if (outcome?.status !== 'done') return null
    const { passkey } = outcome.value
    setPasskeys((all) => [passkey, ...all])
    // Updates which sign-in methods may be removed, and how the user can confirm.
    router.refresh()
    return { done: 'Passkey added. You can now sign in with it.' }
  }

  async function remove({ id, name }: ListedPasskey) {
    const outcome = await perform({ step: () => requestPasskeyRemoval(config, id) })
    const isGone = outcome?.status === 'failed' && outcome.code === 'passkey-gone'
    if (!isGone && outcome?.status !== 'done') return outcome && { problem: outcome }
    // The pressed button disappears, so the focus moves to the heading.
    heading.current?.focus()
    setPasskeys((all) => all.filter((passkey) => passkey.id !== id))
    router.refresh()
    return isGone
      ? { problem: outcome }
      : { done: `${name} removed. You’re signed out on all other devices.` }
  }

  return (
    <section id={passkeySection.id} aria-labelledby="passkeys-heading" className={styles.block}>
      <h3 id="passkeys-heading" ref={heading} tabIndex={-1}>
        Passkeys
      </h3>
      {passkeys.length === 0 && (
        <p className={message.hint}>
          Sign in with your fingerprint, face, or screen lock, without typing a password.
        </p>
      )}
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyEntry
              key={passkey.id}
              passkey={passkey}
              now={now}
              isBusy={isBusy}
              canRemove={!(isOnlyMethod && passkey.worksHere)}
              onRename={() => setRenaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      {isOnlyMethod && (
        <p className={message.hint}>This is your only way to sign in. Add another in case you lose it.</p>
      )}
      <StepMessage problem={problem} done={done} />
      {!person.isAddressProved && person.email && (
        <>
          <p className={message.hint}>
            <span>
              {passkeys.length > 0
                ? 'These passkeys are off until you verify your email address. If you didn’t create the account in this browser, we’ll remove them then, in case someone else added them.'
                : 'To add a passkey, verify your email address in this browser.'}
            </span>{' '}
            {!isVerified && <a href={verification.path}>Verify it</a>}
          </p>
          {isVerified && <EmailVerification email={person.email} person={person} config={config} />}
        </>
      )}
      {person.isAddressProved && config.passkeys && isSupported && (
        <div className={styles.buttons}>
          <Button isBusy={isBusy} onFocus={prepare} onPointerEnter={prepare} onClick={() => run(add)}>
            Add a passkey
          </Button>
        </div>
      )}
      {!(config.passkeys && isSupported) && (
        <p className={message.hint}>
          {config.passkeys
            ? 'This browser doesn’t support passkeys. To add one, use a different browser.'
            : 'Passkeys don’t work at this address.'}
        </p>
      )}
      {renaming && (
        <RenameDialog
          passkey={renaming}
          config={config}
          onRenamed={(renamed) => {
            setRenaming(null)
            setPasskeys((all) => all.map((other) => (other.id === renamed.id ? renamed : other)))
            void run(async () => ({ done: 'Name saved.' }))
          }}
          onClose={() => setRenaming(null)}
        />
      )}
      {removing && (
        <AlertDialog
          title={`Remove ${removing.name}?`}
          action="Remove"
          onConfirmed={() => {
            setRemoving(null)
            void run(() => remove(removing))
          }}
          onClose={() => setRemoving(null)}
        >
          You’ll no longer be able to sign in with this passkey, and you’ll be signed out on all other
          devices. You can then delete it from your device or password manager, too.
        </AlertDialog>
      )}
      {dialog}
    </section>
  )
}

type EntryProps = {
  passkey: ListedPasskey
  now: string
  isBusy: boolean
  canRemove: boolean
  onRename: () => void
  onRemove: () => void
}

function PasskeyEntry({ passkey, now, isBusy, canRemove, onRename, onRemove }: EntryProps) {
  const { name, createdAt, lastUsedAt } = passkey
  const timesId = useId()
  return (
    <li className={styles.entry}>
      <div>
        <strong>
          <bdi>
            <WithAddresses text={name} />
          </bdi>
        </strong>{' '}
        <span className="badge">{describeAvailability(passkey)}</span>
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
        <Button look="text" aria-label={`Rename ${name}`} isBusy={isBusy} onClick={onRename}>
          Rename
        </Button>
      </div>
      {canRemove && (
        <Button aria-label={`Remove ${name}`} aria-describedby={timesId} isBusy={isBusy} onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  )
}

type RenameProps = {
  passkey: ListedPasskey
  config: PublicConfig
  onRenamed: (renamed: ListedPasskey) => void
  onClose: () => void
}

function RenameDialog({ passkey: { id, name }, config, onRenamed, onClose }: RenameProps) {
  const { isBusy, problem, formProps } = useAction<StepError>(unexpectedError)
  const error = useStepFormError(problem)

  async function rename(formData: FormData) {
    const outcome = await requestPasskeyRename(config, id, String(formData.get('name')).trim())
    if (outcome.status === 'failed') return { problem: outcome }
    onRenamed(outcome.value.passkey)
    return null
  }

  return (
    <Dialog title={`Rename ${name}`} isBusy={isBusy} onClose={onClose}>
      <form {...formProps(rename, invalidInput)} className={form.form}>
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          dir="auto"
          maxLength={maxPasskeyNameLength}
          defaultValue={name}
          error={error}
        />
        <p className={message.hint}>Leave the field empty to use the first name again.</p>
        <FormActions submit="Save name" busy="Saving…" isBusy={isBusy} onCancel={onClose} />
        {error.at('form')}
      </form>
    </Dialog>
  )
}

/** A passkey that isn't synced may be on any device, such as a security key. */
function describeAvailability({ isSynced, worksHere }: ListedPasskey): string {
  if (!worksHere) return 'Doesn’t work at this address'
  return isSynced ? 'Synced' : 'On one device only'
}
