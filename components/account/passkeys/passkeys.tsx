'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { unexpectedError } from '@/components/identity/error-message'
import { usePasskeySupport } from '@/components/identity/passkey-support'
import { useAction } from '@/components/ui/action'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import message from '@/components/ui/message.module.css'
import { mayRemoveSignInMethod, type Person, type ProviderAccount } from '@/lib/account'
import { needsConfirmation } from '@/lib/browser/account/confirmation'
import { passkeyAddition, requestPasskeyRemoval } from '@/lib/browser/account/passkeys'
import { whenIdle } from '@/lib/browser/idle'
import { signalPasskeys } from '@/lib/browser/passkeys/signals'
import type { PublicConfig } from '@/lib/config/config'
import type { ListedPasskey } from '@/lib/passkeys'
import { passkeySection } from '@/lib/site/account-routes'
import section from '../account.module.css'
import rows from '../row.module.css'
import { type StepError, StepMessage } from '../step-message'
import { useStepUp } from '../step-up'
import { PasskeyEntry } from './entry'
import styles from './passkeys.module.css'

type Props = {
  saved: ListedPasskey[]
  ways: readonly ProviderAccount[]
  person: Person
  config: PublicConfig
  now: string
}

/** The person's passkeys: adds and renames them, and removes one after asking, but never the last way to sign in. */
export function AccountPasskeys({ saved, ways, person, config, now }: Props) {
  const { perform: take, dialog } = useStepUp(person, config)
  const { isBusy, problem, done, run } = useAction<StepError>(unexpectedError)
  const router = useRouter()
  const [passkeys, setPasskeys] = useState(saved)
  const [addition] = useState(() => passkeyAddition({ config, userId: person.userId }))
  const [leaving, setLeaving] = useState<ListedPasskey | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isSupported = usePasskeySupport()

  // The section may come after the page has loaded, when browsers no longer go to it.
  useEffect(() => {
    if (location.hash === `#${passkeySection.id}` && scrollY === 0) heading.current?.scrollIntoView()
  }, [])

  // After a change the page is rendered again with another list.
  const known = config.passkeys && saved.flatMap(({ id, worksHere }) => (worksHere ? [id] : [])).join()
  useEffect(() => (known ? whenIdle(() => void signalPasskeys(config)) : undefined), [known, config])

  if (!config.passkeys && passkeys.length === 0) return null
  const linked = ways.map(({ providerId }) => providerId)
  const usable = passkeys.filter(({ worksHere }) => worksHere)
  const isOnlyWay = usable.length === 1 && !mayRemoveSignInMethod('passkey', linked, config.providers)

  /** Before the press, which then opens the prompt without waiting. The server refuses it after an old sign-in. */
  function prepare() {
    if (!needsConfirmation(person.authenticatedAt)) addition.prepare()
  }

  async function add() {
    const press = 'Create passkey'
    const outcome = await take({ step: addition.add, asksFirst: true, press, prepare })
    if (outcome?.status === 'failed') return { problem: outcome }
    if (outcome?.status !== 'added') return null
    setPasskeys((all) => [outcome.passkey, ...all])
    // What else may be removed now, and how the person can confirm.
    router.refresh()
    return { done: 'Passkey added. You can now sign in with it.' }
  }

  async function remove({ id, name }: ListedPasskey) {
    const outcome = await take({ step: () => requestPasskeyRemoval(config, id), asksFirst: true })
    const isGone = outcome?.status === 'failed' && outcome.code === 'passkey-gone'
    if (!isGone && outcome?.status !== 'done') return outcome && { problem: outcome }
    // The pressed button goes, and the focus with it.
    heading.current?.focus()
    setPasskeys((all) => all.filter((passkey) => passkey.id !== id))
    router.refresh()
    return isGone
      ? { problem: outcome }
      : { done: `${name} removed. You’re signed out on all other devices.` }
  }

  return (
    <section id={passkeySection.id} aria-labelledby="passkeys-heading" className={rows.block}>
      <h3 id="passkeys-heading" ref={heading} tabIndex={-1}>
        Passkeys
      </h3>
      {passkeys.length === 0 && (
        <p className={message.hint}>
          Sign in with your fingerprint, face, or screen lock, without typing a password.
        </p>
      )}
      {passkeys.length > 0 && (
        <ul className={rows.list}>
          {passkeys.map((passkey) => (
            <PasskeyEntry
              key={passkey.id}
              passkey={passkey}
              config={config}
              now={now}
              isBusy={isBusy}
              isKept={isOnlyWay && passkey.worksHere}
              onRenamed={(renamed) =>
                setPasskeys((all) => all.map((other) => (other.id === renamed.id ? renamed : other)))
              }
              onRemove={() => setLeaving(passkey)}
            />
          ))}
        </ul>
      )}
      {isOnlyWay && (
        <p className={message.hint}>This is your only way to sign in. Add another in case you lose it.</p>
      )}
      <StepMessage id="passkeys-message" problem={problem} done={done} />
      {config.passkeys && isSupported && (
        <div className={section.add}>
          <Button isBusy={isBusy} onFocus={prepare} onPointerEnter={prepare} onClick={() => run(add)}>
            Add a passkey
          </Button>
        </div>
      )}
      {!(config.passkeys && isSupported) && (
        <p className={styles.unavailable}>
          {config.passkeys
            ? 'This browser doesn’t support passkeys. To add one, use a different browser.'
            : 'Passkeys don’t work at this address.'}
        </p>
      )}
      {leaving && (
        <AlertDialog
          title={`Remove ${leaving.name}?`}
          action="Remove"
          onConfirmed={() => {
            setLeaving(null)
            void run(() => remove(leaving))
          }}
          onClose={() => setLeaving(null)}
        >
          You’ll no longer be able to sign in with this passkey, and you’ll be signed out on all other
          devices. You can then delete it from your device or password manager, too.
        </AlertDialog>
      )}
      {dialog}
    </section>
  )
}
