'use client'
import { IdentityAlert } from '@/components/identity/identity-problem'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import { confirmMailLink, requestMail } from '@/lib/browser/email-link/links'
import type { MailCode } from '@/lib/browser/identity/firebase'
import type { MailMode } from '@/lib/email-link'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import { routes } from '@/lib/site/routes'
import type { MailLinkProps } from './link-props'
import { MailLinkSettled } from './next'
import { MailLinkResult } from './result'
import { MailButton } from './send-button'

type Words = { question: (code: MailCode) => string; press: string; done: (code: MailCode) => string }

const words: Record<Exclude<MailMode, 'resetPassword' | 'signIn'>, Words> = {
  verifyEmail: {
    question: ({ email }) => `Press the button to confirm that ${email ?? 'this address'} is yours.`,
    press: 'Confirm this address',
    done: ({ email }) => `${email ?? 'Your address'} is confirmed.`,
  },
  verifyAndChangeEmail: {
    question: ({ email, previousEmail }) =>
      `Press the button to sign in with ${email ?? 'the new address'} from now on, and no more with ${previousEmail ?? 'the old one'}.`,
    press: 'Use the new address',
    done: ({ email }) => `${email ?? 'Your new address'} is set. You sign in with it from now on.`,
  },
  recoverEmail: {
    question: ({ email }) =>
      `The address of your account was changed. If that was not you, press the button to have ${email ?? 'the old one'} back.`,
    press: 'Restore my email address',
    done: ({ email }) => `You sign in with ${email ?? 'your old address'} again.`,
  },
}

const unread: MailCode = { mode: null, email: null, previousEmail: null }

/** A link that verifies, changes or restores an email address. */
export function MailLinkConfirmation(props: MailLinkProps & { mode: keyof typeof words }) {
  const { config, link, next, isSignedIn, mode, read, use } = props
  const { isBusy, problem, done, run } = useAction<Problem, MailCode>()
  const { question, press, done: doneWords } = words[mode]
  const code = read ?? unread

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
  return (
    <div className={form.form}>
      <p className={form.intro}>{question(code)}</p>
      <IdentityAlert problem={problem} ways={{ 'sign-in': routes.loginThen(next) }} />
      <Button look="primary" isBusy={isBusy} onClick={() => run(confirm)}>
        {isBusy ? 'One moment…' : press}
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
        Somebody else may know your password: whoever changed the address had signed in with it. Choose a new
        one now.
      </p>
      {email === null ? (
        <p>At sign-in press ‘Forgot your password?’.</p>
      ) : (
        <MailButton
          config={config}
          label="Send me a link for a new password"
          answer={`We have sent a link to ${email}.`}
          send={() => requestMail(config, { kind: 'reset', email, next })}
        />
      )}
    </>
  )
}
