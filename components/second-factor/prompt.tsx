'use client'
/** Loads when a sign-in waits for its second factor. */
import { type ReactNode, useEffect, useState } from 'react'
import { useCoolDown } from '@/components/email-link/send-button'
import { IdentityAlert, unexpectedError } from '@/components/identity/error-message'
import { useIdentityFormError } from '@/components/identity/form-error'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import button from '@/components/ui/button.module.css'
import { Dialog } from '@/components/ui/dialog'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { invalidInput } from '@/lib/browser/identity/input'
import type { Challenge } from '@/lib/browser/identity/second-factor'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error-words'
import { describeSecondFactor, phoneEnding, type SecondFactor } from '@/lib/identity/second-factor'
import * as brand from '@/lib/site/brand'
import { routes } from '@/lib/site/routes'
import { CodeField, CodeSent, ResendCode } from './code'

export type PromptProps = { challenge: Challenge; config: PublicConfig; isDialog: boolean }

const title = 'Two-step verification'

/** Asks which factor to use if there are several, then for its code. */
export function SecondFactorPrompt({ challenge, config, isDialog }: PromptProps) {
  const usable = challenge.factors.filter(
    ({ kind }) => kind === 'totp' || config.secondFactors.includes('sms'),
  )
  const [chosen, setChosen] = useState<SecondFactor | null>((usable.length === 1 && usable[0]) || null)
  const [pending, setPending] = useState<PendingCall>(null)
  const content = (
    <>
      {usable.length === 0 && <IdentityAlert problem={{ code: 'second-factor-off' }} />}
      {usable.length > 1 && !chosen && <MethodChoice factors={usable} onChoose={setChosen} />}
      {chosen && (
        <CodeForm key={chosen.id} {...{ challenge, config, factor: chosen, isDialog, onPending: setPending }}>
          {usable.length > 1 && (
            <button type="button" className={button.text} onClick={() => setChosen(null)}>
              Use another method
            </button>
          )}
        </CodeForm>
      )}
      {!chosen && <CancelButton {...{ challenge, isDialog }} className="apart" />}
      <p className={`${message.hint} apart`} data-contact="">
        Lost your phone? <a href={routes.contact}>Contact us</a>
      </p>
    </>
  )
  useDocumentTitle(!isDialog)
  if (isDialog)
    return (
      // While a code is being sent, Google's captcha may open outside the dialog.
      <Dialog
        title={title}
        presence={pending === 'sending' ? 'non-modal' : 'modal'}
        isBusy={pending === 'checking'}
        onClose={() => challenge.cancel()}
      >
        {content}
      </Dialog>
    )
  return (
    <>
      <h1 className={form.title}>{title}</h1>
      {content}
    </>
  )
}

/** Replaces the title of the page that waits. */
function useDocumentTitle(isPage: boolean): void {
  useEffect(() => {
    if (!isPage) return
    const before = document.title
    document.title = brand.pageTitle(title)
    return () => {
      document.title = before
    }
  }, [isPage])
}

type PendingCall = 'sending' | 'checking' | null

type ChoiceProps = { factors: readonly SecondFactor[]; onChoose: (factor: SecondFactor) => void }

function MethodChoice({ factors, onChoose }: ChoiceProps) {
  return (
    <div className={form.form}>
      <p>How do you want to confirm it’s you?</p>
      {factors.map((factor, index) => (
        <Button
          key={factor.id}
          // What had the focus is hidden.
          autoFocus={index === 0}
          onClick={() => onChoose(factor)}
        >
          {describeSecondFactor(factor)}
        </Button>
      ))}
    </div>
  )
}

type CodeFormProps = PromptProps & {
  factor: SecondFactor
  onPending: (call: PendingCall) => void
  children: ReactNode
}

function CodeForm({ challenge, config, factor, isDialog, onPending, children }: CodeFormProps) {
  const check = useAction<IdentityError>(unexpectedError)
  const sending = useAction<IdentityError>(unexpectedError)
  const coolDown = useCoolDown()
  const nextSteps = { 'sign-in': () => challenge.cancel() }
  const error = useIdentityFormError(check.problem, nextSteps)
  const isSms = factor.kind === 'sms'
  const ending = phoneEnding(factor.phoneNumber)
  const whereTo = ending ? `the number ending in ${ending}` : 'your phone'

  async function send() {
    onPending('sending')
    const outcome = await challenge.sendCode(factor).finally(() => onPending(null))
    if (outcome.status === 'failed') return { problem: outcome }
    coolDown.start()
    return { done: `We’ve sent a code to ${whereTo}.` }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the factor is chosen
  useEffect(() => {
    if (isSms) void sending.run(send)
  }, [])

  async function submit(formData: FormData, formElement: HTMLFormElement) {
    onPending('checking')
    const outcome = await challenge
      .answer(factor, String(formData.get('code')))
      .finally(() => onPending(null))
    // Done: sign-in continues, and this dialog is about to close.
    if (outcome.status === 'done') return null
    formElement.querySelector('input')?.select()
    return { problem: outcome }
  }

  return (
    <form {...check.formProps(submit, invalidInput)} className={form.form}>
      {!isSms && <p>Enter the code from your authenticator app.</p>}
      {isSms && <CodeSent {...{ config, sending, nextSteps }} />}
      <CodeField submits error={error} />
      <div className={`row ${form.actions}`}>
        <Button type="submit" look="primary" isBusy={check.isBusy}>
          {check.isBusy ? 'One moment…' : 'Confirm'}
        </Button>
        <CancelButton {...{ challenge, isDialog }} isBusy={check.isBusy} />
      </div>
      {error.at('form')}
      {isSms && <ResendCode {...{ sending, coolDown }} onPress={() => sending.run(send)} />}
      {children}
    </form>
  )
}

type CancelProps = Pick<PromptProps, 'challenge' | 'isDialog'> & { isBusy?: boolean; className?: string }

function CancelButton({ challenge, isDialog, isBusy = false, className = '' }: CancelProps) {
  return (
    <Button isBusy={isBusy} className={className} onClick={() => challenge.cancel()}>
      {isDialog ? 'Cancel' : 'Back'}
    </Button>
  )
}
