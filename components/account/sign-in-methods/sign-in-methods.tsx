'use client'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { MailButton } from '@/components/email-link/send-button'
import { unexpectedError } from '@/components/identity/error-message'
import { ProviderButton, ProviderMessage, useProviderAttempt } from '@/components/identity/provider-button'
import { useAction } from '@/components/ui/action'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { WithAddresses } from '@/components/ui/email-address'
import message from '@/components/ui/message.module.css'
import { describeSignInMethod, mayRemoveSignInMethod, type Person, type ProviderAccount } from '@/lib/account'
import type { CredentialChange } from '@/lib/browser/account/account'
import { addProvider, removeSignInMethod } from '@/lib/browser/account/sign-in-methods'
import { requestMail } from '@/lib/browser/email-link/links'
import { preloadIdentity } from '@/lib/browser/identity/identity'
import type { PublicConfig } from '@/lib/config/config'
import { type Provider, providerNames } from '@/lib/identity/providers'
import { routes } from '@/lib/site/routes'
import styles from '../account.module.css'
import { credential } from '../credential'
import { accountNextSteps, describeChange, type StepError, StepMessage } from '../step-message'
import { useStepUp } from '../step-up'

type Props = { linked: readonly ProviderAccount[]; person: Person; config: PublicConfig }

/** Lists, adds and removes sign-in methods, but never removes the last. */
export function AccountSignInMethods({ linked, person, config }: Props) {
  const { perform, performOnPress, dialog } = useStepUp(person, config)
  const { isBusy, problem, done, run } = useAction<StepError>(unexpectedError)
  const { attempt, follow, clear } = useProviderAttempt()
  const router = useRouter()
  const [removing, setRemoving] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const owner = { config, ...person }
  const linkedIds = linked.map(({ providerId }) => providerId)
  const addable = config.providers.filter((provider) => !person.providers.includes(provider))

  /** The pressed button disappears, so the focus moves to the heading. */
  function finish(change: CredentialChange & { status: 'changed' }, what: string) {
    heading.current?.focus()
    // Updates the other sections; what was typed stays.
    router.refresh()
    return describeChange(change, what)
  }

  async function add(provider: Provider) {
    const step = async () =>
      (await follow({ provider, waitsFor: 'popup' }, () => addProvider(owner, provider))) ?? superseded
    const outcome = await performOnPress(step)
    if (outcome?.status === 'failed' && outcome.code === 'provider-already-linked') router.refresh()
    if (outcome?.status === 'failed' || outcome?.status === 'superseded') return
    clear()
    if (outcome?.status === 'confirmed') void run(async () => ({ done: outcome.words }))
    if (outcome?.status === 'changed')
      void run(async () => finish(outcome, `You can now sign in with ${providerNames[provider]}.`))
  }

  async function remove(providerId: string) {
    const hasOther = person.hasPasskey ? credential?.hasUsable : undefined
    const step = () => removeSignInMethod(owner, providerId, hasOther)
    const outcome = await perform({ step })
    if (outcome?.status === 'failed' && outcome.code === 'no-such-provider') router.refresh()
    if (outcome?.status !== 'changed') return outcome && { problem: outcome }
    return finish(
      outcome,
      `${methodName(providerId)} ${isExternal(providerId) ? 'disconnected' : 'removed'}.`,
    )
  }

  async function sendLink(email: string) {
    const { providerUserId: addsTo } = person
    const request = { kind: 'sign-in', email, next: routes.account, addsTo } as const
    return perform({ step: () => requestMail(config, request) })
  }

  return (
    <section aria-labelledby="sign-in-methods" className={styles.block}>
      <h3 id="sign-in-methods" ref={heading} tabIndex={-1}>
        Ways to sign in
      </h3>
      {linked.length === 0 && person.hasPasskey && (
        <p className={message.hint}>You sign in with a passkey only.</p>
      )}
      {linked.length > 0 && (
        <ul className={styles.list}>
          {linked.map(({ providerId, email, displayName }) => (
            <li key={providerId} className={styles.entry}>
              <div>
                <strong>{describeSignInMethod(providerId)}</strong>
                {(providerId !== 'password' || email !== person.email) && (email ?? displayName) && (
                  <p className={message.hint}>
                    <bdi>
                      <WithAddresses text={email ?? displayName ?? ''} />
                    </bdi>
                  </p>
                )}
              </div>
              {(person.hasPasskey || mayRemoveSignInMethod(providerId, linkedIds, config.providers)) && (
                <Button
                  aria-label={`${removeLabel(providerId)} ${methodName(providerId)}`}
                  isBusy={isBusy}
                  onClick={() => setRemoving(providerId)}
                >
                  {removeLabel(providerId)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {linked.length === 1 && !person.hasPasskey && (
        <p className={message.hint}>This is your only way to sign in. Add another in case you lose it.</p>
      )}
      <StepMessage problem={problem} done={done} />
      {addable.length > 0 && (
        <div className={styles.buttons}>
          {addable.map((provider) => (
            <ProviderButton
              key={provider}
              provider={provider}
              isBusy={isBusy}
              onFocus={() => preloadIdentity(config)}
              onPointerEnter={() => preloadIdentity(config)}
              onClick={() => add(provider)}
            >
              Connect {providerNames[provider]}
            </ProviderButton>
          ))}
        </div>
      )}
      {addable.length > 0 && <ProviderMessage attempt={attempt} nextSteps={accountNextSteps} />}
      {!person.hasPassword && person.email && config.signInLinks && (
        <div className={styles.mail}>
          <MailButton
            config={config}
            label="Add sign-in links"
            answer={`We’ve sent a link to ${person.email}. Open it in this browser to add sign-in links to your account.`}
            send={() => sendLink(person.email ?? '')}
            nextSteps={accountNextSteps}
          />
        </div>
      )}
      {removing && (
        <AlertDialog
          title={
            removing === 'password'
              ? 'Remove your email address?'
              : `${removeLabel(removing)} ${methodName(removing)}?`
          }
          action={removeLabel(removing)}
          onConfirmed={() => {
            setRemoving(null)
            void run(() => remove(removing))
          }}
          onClose={() => setRemoving(null)}
        >
          <span>
            {removing === 'password'
              ? 'You’ll no longer be able to sign in with your password or a sign-in link, and your account could lose its email address.'
              : `You’ll no longer be able to sign in with ${methodName(removing)}.`}
          </span>{' '}
          You’ll be signed out on all other devices.
        </AlertDialog>
      )}
      {dialog}
    </section>
  )
}

const superseded = { status: 'superseded' } as const

function removeLabel(providerId: string): string {
  return isExternal(providerId) ? 'Disconnect' : 'Remove'
}

/** An account at a provider. */
function isExternal(providerId: string): boolean {
  return providerId !== 'password' && providerId !== 'phone'
}

function methodName(providerId: string): string {
  return providerId === 'password' ? 'Email address' : describeSignInMethod(providerId)
}
