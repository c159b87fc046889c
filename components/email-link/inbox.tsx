'use client'
import { useEffect, useRef } from 'react'
import { IdentityAlert } from '@/components/identity/error-message'
import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error'
import type { CoolDown } from './cool-down'
import styles from './email-link.module.css'
import { mailboxOf } from './mailbox'
import { MailAnswer, SendButton } from './send-button'

type Props = {
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
export function Inbox({ HeadingTag, email, words, onSendAgain, onChangeAddress, ...sending }: Props) {
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
      <IdentityAlert problem={problem} />
      <SendButton {...{ config, coolDown, isBusy }} label="Send again" answer={null} onClick={onSendAgain} />
      <button type="button" className={`${button.text} ${styles.otherAddress}`} onClick={onChangeAddress}>
        Use another address
      </button>
    </div>
  )
}
