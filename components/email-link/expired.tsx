'use client'
import message from '@/components/ui/message.module.css'
import { rememberedLinkRequest } from '@/lib/browser/email-link/link-request'
import { describeIdentityError } from '@/lib/identity/error'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { routes } from '@/lib/site/routes'
import { type CoolDown, useCoolDown } from './cool-down'
import type { OpenedLink } from './link-props'
import { MailRequest } from './request'
import { MailLinkNext, MailLinkResult } from './result'

/** A used or expired link, and how to get a new one. */
export function ExpiredLink({ problem, ...opened }: OpenedLink & { problem: IdentityErrorCode }) {
  const coolDown = useCoolDown()
  return (
    <MailLinkResult words={describeIdentityError({ code: problem })} className={message.problem}>
      <ExpiredLinkHelp {...opened} coolDown={coolDown} />
    </MailLinkResult>
  )
}

function ExpiredLinkHelp({ config, link, next, isSignedIn, coolDown }: OpenedLink & { coolDown: CoolDown }) {
  if (link.mode === 'resetPassword')
    return <MailRequest kind="reset" config={config} next={next} email="" coolDown={coolDown} />
  if (link.mode === 'signIn') {
    const email = rememberedLinkRequest()?.email ?? ''
    return <MailRequest kind="sign-in" config={config} next={next} email={email} coolDown={coolDown} />
  }
  if (link.mode === 'recoverEmail')
    return (
      <p>
        If your account still has a different address, <a href={routes.contact}>contact us</a>: we can’t send
        this link again.
      </p>
    )
  if (link.mode === 'verifyAndChangeEmail')
    return (
      <>
        <p>If you’ve already used it, your new address is set. Use it to sign in.</p>
        <p>
          If not, <a href={routes.account}>change your email address again</a> in your account.
        </p>
        <MailLinkNext isSignedIn={isSignedIn} next={next} />
      </>
    )
  // Only from the account page: it sends to the account's own address, and can ask for the password first.
  return (
    <>
      <p>If you’ve already used it, your email address is verified and there’s nothing left to do.</p>
      {isSignedIn ? (
        <p>
          If not, <a href={routes.account}>request a new link in your account</a>.
        </p>
      ) : (
        <p>If not, sign in and request a new link in your account.</p>
      )}
      <MailLinkNext isSignedIn={isSignedIn} next={isSignedIn ? next : routes.account} />
    </>
  )
}
