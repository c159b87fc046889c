'use client'
import { useId } from 'react'
import { IdentityAlert } from '@/components/identity/identity-problem'
import { useAction } from '@/components/ui/action'
import form from '@/components/ui/form.module.css'
import { EmailField } from '@/components/ui/text-field'
import { type MailKind, requestMail } from '@/lib/browser/email-link/links'
import { prepareIdentity } from '@/lib/browser/identity/identity'
import type { PublicConfig } from '@/lib/config/config'
import { isAboutInput } from '@/lib/identity/error-words'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import type { SitePath } from '@/lib/site/routes'
import type { CoolDown } from './cool-down'
import { SendButton } from './send-button'

type Props = {
  kind: MailKind
  config: PublicConfig
  next: SitePath
  /** The field's default. */
  email: string
  coolDown: CoolDown
}

const words: Record<MailKind, { intro: string; answer: (email: string) => string }> = {
  reset: {
    intro: 'We send you a link with which you choose a new password.',
    answer: () =>
      'If there is an account with this address, a message is on its way. It may take some minutes, and it may land among the spam.',
  },
  'sign-in': {
    intro: 'We send you a link that signs you in without a password.',
    answer: (email) =>
      `We have sent a link to ${email}. It works once. It may take some minutes, and it may land among the spam.`,
  },
}

/** Sends a message to the address that is entered. The answer never tells whether an account exists. */
export function MailRequest({ kind, config, next, email, coolDown }: Props) {
  const { isBusy, problem, done, formProps } = useAction<Problem>()
  const messageId = useId()

  async function submit(typed: FormData) {
    const address = String(typed.get('email')).trim()
    const outcome = await requestMail(config, { kind, email: address, next })
    if (outcome.status === 'failed') return { problem: outcome }
    coolDown.begin()
    return { done: words[kind].answer(address) }
  }

  return (
    <form {...formProps(submit)} className={form.form} onFocus={() => prepareIdentity(config)}>
      <p className={form.intro}>{words[kind].intro}</p>
      <IdentityAlert id={messageId} problem={problem} />
      <EmailField
        defaultValue={email}
        isInvalid={problem !== null && isAboutInput(problem.code, 'email')}
        describedBy={messageId}
      />
      <SendButton
        {...{ isBusy, coolDown, config }}
        type="submit"
        look="primary"
        label="Send a link"
        answer={done}
      />
    </form>
  )
}
