'use client'
import { useId } from 'react'
import { IdentityAlert } from '@/components/identity/identity-problem'
import { PasswordField } from '@/components/identity/password-field'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import { saveNewPassword } from '@/lib/browser/email-link/links'
import { isAboutInput } from '@/lib/identity/error-words'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import type { MailLinkProps } from './link-props'
import { MailLinkSettled } from './next'
import { MailLinkResult } from './result'

/** A password reset link. What was typed stays if it is refused. */
export function MailLinkPassword({ config, link, next, isSignedIn, read, use }: MailLinkProps) {
  const { isBusy, problem, done, formProps } = useAction<Problem>()
  const messageId = useId()

  async function save(typed: FormData) {
    const outcome = await use(() => saveNewPassword(config, link, String(typed.get('password'))))
    return outcome.status === 'done' ? { done: 'Your new password is saved.' } : { problem: outcome }
  }

  if (done) {
    return (
      <MailLinkResult words={done}>
        <MailLinkSettled config={config} wasSignedIn={isSignedIn} next={next} />
      </MailLinkResult>
    )
  }
  return (
    <form {...formProps(save)} className={form.form}>
      <p className={form.intro}>
        {read?.email
          ? `For your account with the address ${read.email}.`
          : 'For your account with this address.'}
      </p>
      <IdentityAlert id={messageId} problem={problem} />
      {/* Tells password managers whose password it is. */}
      {read?.email && (
        <input hidden readOnly type="email" name="email" autoComplete="username" value={read.email} />
      )}
      <PasswordField
        label="New password"
        isNew
        isInvalid={problem !== null && isAboutInput(problem.code, 'password')}
        messageId={messageId}
        config={config}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {isBusy ? 'Saving…' : 'Save the new password'}
      </Button>
    </form>
  )
}
