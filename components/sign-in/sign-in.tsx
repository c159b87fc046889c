'use client'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCoolDown } from '@/components/email-link/cool-down'
import { IdentityAlert } from '@/components/identity/identity-problem'
import button from '@/components/ui/button.module.css'
import type { MailKind } from '@/lib/browser/email-link/links'
import { failureOf } from '@/lib/browser/identity/fault'
import type { IdentityProblem } from '@/lib/identity/problem'
import { SignInForm, type SignInFormProps } from './form'
import styles from './sign-in.module.css'

const titles: Record<MailKind, string> = {
  reset: 'Reset your password',
  'sign-in': 'Sign in by email link',
}

type MailAsked = { kind: MailKind; email: string }

const loadRequest = () => import('@/components/email-link/request')
type Loaded = Awaited<ReturnType<typeof loadRequest>>

/** The form, or in its place the request for a reset or sign-in link. */
export function SignIn(props: SignInFormProps) {
  const [mail, setMail] = useState<(MailAsked & Loaded) | null>(null)
  const [problem, setProblem] = useState<IdentityProblem | null>(null)
  const coolDown = useCoolDown()
  const signIn = useRef<HTMLDivElement>(null)
  const request = useRef<HTMLDivElement>(null)

  async function askForMail(kind: MailKind) {
    const loaded = await loadRequest().catch(failureOf)
    setProblem('status' in loaded ? loaded : null)
    if ('status' in loaded) return
    // Rendered synchronously, as the field must exist to take the focus.
    flushSync(() => setMail({ kind, email: emailIn(signIn)?.value ?? '', ...loaded }))
    emailIn(request)?.focus()
  }

  /** Keeps the address that was typed last. */
  function backToForm() {
    const typed = emailIn(request)?.value
    flushSync(() => setMail(null))
    const email = emailIn(signIn)
    if (typed && email) email.value = typed
    email?.focus()
  }

  return (
    <>
      {/* Hidden rather than removed, so nothing typed is lost. */}
      <div ref={signIn} hidden={mail !== null}>
        <SignInForm {...props} onMail={askForMail} onMailLikely={() => loadRequest().catch(failureOf)} />
        <IdentityAlert problem={problem} />
      </div>
      {mail && (
        <div ref={request}>
          <mail.MailRequest
            title={titles[mail.kind]}
            kind={mail.kind}
            email={mail.email}
            config={props.config}
            next={props.next}
            coolDown={coolDown}
          />
          <button type="button" className={`${button.text} ${styles.back}`} onClick={backToForm}>
            Back
          </button>
        </div>
      )}
    </>
  )
}

const emailIn = (part: RefObject<HTMLElement | null>) => part.current?.querySelector('input')
