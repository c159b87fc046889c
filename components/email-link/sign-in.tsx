'use client'
import { useEffect, useId, useRef, useState } from 'react'
import { IdentityAlert, unexpectedError } from '@/components/identity/error-message'
import { leaveFor, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import { EmailField } from '@/components/ui/text-field'
import { addEmailLink } from '@/lib/browser/account/sign-in-methods'
import { rememberedLinkRequest } from '@/lib/browser/email-link/link-request'
import { mailLinkUrl, signInByMailLink } from '@/lib/browser/email-link/links'
import { invalidInput } from '@/lib/browser/identity/input'
import { pathAfterSignIn } from '@/lib/browser/session/sign-in'
import { type IdentityError, isAboutInput } from '@/lib/identity/error-words'
import { routes } from '@/lib/site/routes'
import type { MailLinkProps } from './result'

/**
 * A sign-in link. The browser that requested it remembers the address, and the user who is adding sign-in links to their
 * account. Any other browser asks for the address, so a link sent by an attacker can't sign a user in to the attacker's
 * account.
 */
export function MailLinkSignIn({ config, link, next, use }: MailLinkProps) {
  const { isBusy, problem, formProps } = useAction<IdentityError>(unexpectedError)
  const emailField = useRef<HTMLInputElement>(null)
  const [addsTo, setAddsTo] = useState<string | null>(null)
  const messageId = useId()
  const hintId = useId()

  // Only the browser remembers it. Input typed before hydration is newer.
  useEffect(() => {
    const request = rememberedLinkRequest()
    if (emailField.current?.value === '') emailField.current.value = request?.email ?? ''
    setAddsTo(request?.addsTo ?? null)
  }, [])

  async function submit(formData: FormData) {
    const email = String(formData.get('email')).trim()
    if (addsTo) {
      const owner = { config, userId: addsTo }
      const sent = { email, link: mailLinkUrl(config, link), nonce: link.nonce }
      const added = await use(() => addEmailLink(owner, sent))
      if (added.status === 'failed') return { problem: added }
      return leaveFor(added.isSecured ? routes.accountSecured(next) : next)
    }
    const outcome = await use(() => signInByMailLink(config, link, email))
    return outcome.status === 'signed-in' ? leaveFor(pathAfterSignIn(outcome, next)) : { problem: outcome }
  }

  return (
    <form {...formProps(submit, invalidInput)} className={form.form}>
      <p className={form.intro} id={hintId}>
        {addsTo
          ? 'You’ll be able to sign in with a link we email to this address.'
          : 'Enter the address this link was sent to.'}
      </p>
      <IdentityAlert
        id={messageId}
        problem={problem}
        nextSteps={{ 'sign-in': routes.loginThen(routes.account) }}
      />
      <EmailField
        ref={emailField}
        // Only a link to the requested address may be added.
        readOnly={addsTo !== null}
        isInvalid={problem !== null && isAboutInput(problem.code, 'email')}
        describedBy={`${messageId} ${hintId}`}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {addsTo ? (isBusy ? 'One moment…' : 'Add to my account') : isBusy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}
