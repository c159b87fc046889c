'use client'
import { useEffect, useId, useRef } from 'react'
import { IdentityAlert } from '@/components/identity/identity-problem'
import { leaveFor, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import { EmailField } from '@/components/ui/text-field'
import { rememberedLinkEmail } from '@/lib/browser/email-link/address'
import { signInByMailLink } from '@/lib/browser/email-link/links'
import { isAboutInput } from '@/lib/identity/error-words'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import { routes } from '@/lib/site/routes'
import type { MailLinkProps } from './link-props'

/**
 * A sign-in link. The browser that requested it remembers the address; any other asks for it, so a link sent
 * by someone else can't sign anyone in to their account.
 */
export function MailLinkSignIn({ config, link, next, use }: MailLinkProps) {
  const { isBusy, problem, formProps } = useAction<Problem>()
  const emailField = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const hintId = useId()

  // Remembered in the browser only. What was typed before hydration is newer.
  useEffect(() => {
    if (emailField.current?.value === '') emailField.current.value = rememberedLinkEmail() ?? ''
  }, [])

  async function submit(typed: FormData) {
    const outcome = await use(() => signInByMailLink(config, link, String(typed.get('email')).trim()))
    return outcome.status === 'signed-in' ? leaveFor(routes.authSuccess(next)) : { problem: outcome }
  }

  return (
    <form {...formProps(submit)} className={form.form}>
      <p className={form.intro} id={hintId}>
        The link signs in the address that it was sent to.
      </p>
      <IdentityAlert id={messageId} problem={problem} />
      <EmailField
        ref={emailField}
        isInvalid={problem !== null && isAboutInput(problem.code, 'email')}
        describedBy={`${messageId} ${hintId}`}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}
