'use client'
import { IdentityAlert, unexpectedError } from '@/components/identity/error-message'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { confirmMailLink, requestMail } from '@/lib/browser/email-link/links'
import type { MailCode } from '@/lib/browser/identity/firebase'
import type { MailMode } from '@/lib/email-link'
import type { IdentityError } from '@/lib/identity/error-words'
import { routes } from '@/lib/site/routes'
import { type MailLinkProps, MailLinkResult, MailLinkSettled } from './result'
import { MailButton } from './send-button'

type Words = { prompt: (code: MailCode) => string; button: string; done: (code: MailCode) => string }

const words: Record<Exclude<MailMode, 'resetPassword' | 'signIn'>, Words> = {
  verifyEmail: {
    prompt: ({ email }) => `Please verify ${email ?? 'your email address'}.`,
    button: 'Verify email address',
    done: ({ email }) => `${email ?? 'Your email address'} is verified.`,
  },
  verifyAndChangeEmail: {
    prompt: ({ email, previousEmail }) =>
      `You’ll sign in with ${email ?? 'your new email address'} instead of ${previousEmail ?? 'the old one'}.`,
    button: 'Use new email address',
    done: ({ email }) => `${email ?? 'Your new address'} is now your email address. Use it to sign in.`,
  },
  recoverEmail: {
    prompt: ({ email }) =>
      `Your account’s email address was changed. If that wasn’t you, restore ${email ?? 'the old one'}.`,
    button: 'Restore my email address',
    done: ({ email }) => `${email ?? 'Your old address'} is your email address again. Use it to sign in.`,
  },
}

/** A link that verifies, changes or restores an email address. Shows the address before the button. */
export function MailLinkConfirmation(props: MailLinkProps & { mode: keyof typeof words }) {
  const { config, link, next, isSignedIn, mode, read, use } = props
  const { isBusy, problem, done, run } = useAction<IdentityError, MailCode>(unexpectedError)
  const { prompt, button, done: doneWords } = words[mode]

  async function confirm() {
    const outcome = await use(() => confirmMailLink(config, link))
    return outcome.status === 'done' ? { done: outcome.value } : { problem: outcome }
  }

  if (done) {
    return (
      <MailLinkResult words={doneWords(done)}>
        {mode === 'recoverEmail' && <PasswordWarning config={config} email={done.email} next={next} />}
        <MailLinkSettled config={config} wasSignedIn={isSignedIn} next={next} />
      </MailLinkResult>
    )
  }
  if (!read) return null
  return (
    <div className={form.form}>
      <p className={form.intro}>{prompt(read)}</p>
      {mode === 'verifyEmail' && !isSignedIn && (
        <p className={message.hint}>
          Didn’t create this account? Don’t verify it.{' '}
          <a href={routes.loginAs({ mode: 'link', next })}>Get a sign-in link</a> instead: that signs out
          everyone else and removes their password.
        </p>
      )}
      {mode === 'verifyAndChangeEmail' && !isSignedIn && config.passkeys && (
        <p className={message.hint}>
          To keep your passkeys, <a href={routes.loginThen(next)}>sign in</a> first, then open this link
          again.
        </p>
      )}
      <IdentityAlert problem={problem} nextSteps={{ 'sign-in': routes.loginThen(next) }} />
      <Button look="primary" isBusy={isBusy} onClick={() => run(confirm)}>
        {isBusy ? 'One moment…' : button}
      </Button>
    </div>
  )
}

type WarningProps = Pick<MailLinkProps, 'config' | 'next'> & { email: string | null }

/** The address was changed by someone who knew the password, so the owner needs a new one. */
function PasswordWarning({ config, next, email }: WarningProps) {
  return (
    <>
      <p>
        The change was made while signed in to your account, so someone else might know your password. Choose
        a new one now.
      </p>
      {email === null ? (
        <p>
          <a href={routes.loginAs({ mode: 'reset', next })}>Reset your password</a>
        </p>
      ) : (
        <MailButton
          config={config}
          label="Email me a link for a new password"
          answer={`We’ve sent a link to ${email}.`}
          send={() => requestMail(config, { kind: 'reset', email, next })}
        />
      )}
    </>
  )
}
