'use client'
import { useId, useState } from 'react'
import { IdentityAlert, unexpectedError } from '@/components/identity/error-message'
import { PasswordField } from '@/components/identity/password-field'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import { saveNewPassword, settleSession } from '@/lib/browser/email-link/links'
import { invalidInput } from '@/lib/browser/identity/input'
import { pathAfterSignIn, signIn } from '@/lib/browser/session/sign-in'
import { type IdentityError, isAboutInput } from '@/lib/identity/error-words'
import type { SitePath } from '@/lib/site/routes'
import { MailLinkNext, type MailLinkProps, MailLinkResult } from './result'

/** A password reset link. A rejected password stays in the field; a saved one signs the user in. */
export function MailLinkPassword({ config, link, next, isSignedIn, read, use }: MailLinkProps) {
  const { isBusy, problem, done, formProps } = useAction<IdentityError>(unexpectedError)
  /** Where to continue if the user is signed in afterwards, and if not, why. */
  const [settled, setSettled] = useState<{ path: SitePath | null; problem?: IdentityError } | null>(null)
  const messageId = useId()

  async function save(formData: FormData): Promise<ActionOutcome<IdentityError>> {
    const password = String(formData.get('password'))
    const outcome = await use(() => saveNewPassword(config, link, password))
    if (outcome.status === 'failed') return { problem: outcome }
    void continueWith(password)
    return { done: 'Your new password has been saved.' }
  }

  async function continueWith(password: string) {
    // Opening a link must not replace the session of another account.
    const path = isSignedIn ? await settleSession(config, next) : null
    if (path || !read?.email) return setSettled({ path })
    const signedIn = await signIn(config, { email: read.email, password })
    if (signedIn.status === 'signed-in') return location.replace(pathAfterSignIn(signedIn, next))
    const isCancelled = signedIn.code === 'second-factor-cancelled'
    setSettled({ path: null, ...(!isCancelled && { problem: signedIn }) })
  }

  if (done) {
    return (
      <MailLinkResult words={done}>
        <IdentityAlert problem={settled?.problem ?? null} />
        <MailLinkNext isSignedIn={settled && settled.path !== null} next={settled?.path ?? next} />
      </MailLinkResult>
    )
  }
  return (
    <form {...formProps(save, invalidInput)} className={form.form}>
      <p className={form.intro}>
        {read?.email ? `For your account ${read.email}.` : 'For the account this link was sent to.'}
      </p>
      <IdentityAlert id={messageId} problem={problem} />
      {/* Tells password managers which account the password belongs to. */}
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
        {isBusy ? 'Saving…' : 'Save new password'}
      </Button>
    </form>
  )
}
