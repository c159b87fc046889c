'use client'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IdentityAlert, unexpectedError } from '@/components/identity/error-message'
import { useIdentityFormError } from '@/components/identity/form-error'
import { useAction } from '@/components/ui/action'
import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { EmailField } from '@/components/ui/text-field'
import { type MailKind, requestMail } from '@/lib/browser/email-link/links'
import { preloadIdentity } from '@/lib/browser/identity/identity'
import { invalidInput } from '@/lib/browser/identity/input'
import type { PublicConfig } from '@/lib/config/config'
import { mailboxOf } from '@/lib/email-link'
import type { IdentityError } from '@/lib/identity/error-words'
import type { SitePath } from '@/lib/site/routes'
import styles from './email-link.module.css'
import type { CoolDown } from './send-button'
import { MailAnswer, SendButton } from './send-button'

type Props = {
  /** The form's heading, if the page has none of its own. */
  title?: string
  kind: MailKind
  config: PublicConfig
  next: SitePath
  /** The field's default. */
  email: string
  coolDown: CoolDown
}

const words: Record<MailKind, { intro: string; answer: string }> = {
  reset: {
    intro: 'We’ll email you a link to choose a new password.',
    answer:
      'If there’s an account with this address, we’ve sent it a link to choose a new password. Check your spam folder if it hasn’t arrived in a few minutes.',
  },
  'sign-in': {
    intro: 'We’ll email you a link that signs you in without a password.',
    answer:
      'We’ve sent you a sign-in link. Open it on this device. It works once. Check your spam folder if it hasn’t arrived in a few minutes.',
  },
}

/** Sends an email to the address entered. The response never tells whether an account exists. */
export function MailRequest({ title, kind, config, next, email, coolDown }: Props) {
  const { isBusy, problem, done, formProps, run, clear } = useAction<IdentityError>(unexpectedError)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [lastSentTo, setLastSentTo] = useState<string | null>(null)
  const request = useRef<HTMLFormElement>(null)
  const error = useIdentityFormError(problem)

  const submit = (formData: FormData) => send(String(formData.get('email')).trim())

  async function send(address: string) {
    const outcome = await requestMail(config, { kind, email: address, next })
    if (outcome.status === 'failed') return { problem: outcome }
    coolDown.start()
    setSentTo(address)
    setLastSentTo(address)
    return { done: words[kind].answer }
  }

  /** Back to the form, which still has the address. */
  function changeAddress() {
    flushSync(() => {
      setSentTo(null)
      clear()
    })
    request.current?.querySelector('input')?.select()
  }

  if (sentTo !== null) {
    return (
      <Inbox
        {...{ config, coolDown, isBusy, problem }}
        HeadingTag={title ? 'h1' : 'h2'}
        email={sentTo}
        words={done ?? words[kind].answer}
        onSendAgain={() => run(() => send(sentTo))}
        onChangeAddress={changeAddress}
      />
    )
  }
  return (
    <form
      {...formProps(submit, invalidInput)}
      ref={request}
      className={form.form}
      onFocus={() => preloadIdentity(config)}
    >
      {title && <h1 className={form.title}>{title}</h1>}
      <p>{words[kind].intro}</p>
      <EmailField defaultValue={lastSentTo ?? email} error={error} />
      <SendButton {...{ isBusy, coolDown }} type="submit" look="primary" label="Email me a link" />
      {error.at('form')}
    </form>
  )
}

type InboxProps = {
  config: PublicConfig
  HeadingTag: 'h1' | 'h2'
  email: string
  words: string
  coolDown: CoolDown
  isBusy: boolean
  problem: IdentityError | null
  onSendAgain: () => void
  onChangeAddress: () => void
}

/** Replaces the form once an email is requested. The same whether or not the address has an account. */
function Inbox({ HeadingTag, email, words, onSendAgain, onChangeAddress, ...sending }: InboxProps) {
  const { config, coolDown, isBusy, problem } = sending
  const heading = useRef<HTMLHeadingElement>(null)
  const mailbox = mailboxOf(email)
  // The form is gone, and with it the focus.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={form.form}>
      <div>
        <HeadingTag ref={heading} tabIndex={-1} className={form.title}>
          Check your inbox
        </HeadingTag>
        <p className={message.who}>
          <strong>{email}</strong>
        </p>
      </div>
      <MailAnswer config={config} words={words} />
      {mailbox && (
        <a href={mailbox.url} target="_blank" rel="noopener noreferrer" className={button.primary}>
          Open {mailbox.name}
        </a>
      )}
      <SendButton {...{ coolDown, isBusy }} label="Send again" onClick={onSendAgain} />
      <IdentityAlert problem={problem} />
      <button type="button" className={`${button.text} ${styles.otherAddress}`} onClick={onChangeAddress}>
        Use another address
      </button>
    </div>
  )
}
