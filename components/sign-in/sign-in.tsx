'use client'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCoolDown } from '@/components/email-link/cool-down'
import { MailRequest } from '@/components/email-link/request'
import styles from '@/components/ui/form.module.css'
import type { MailKind } from '@/lib/browser/email-link/links'
import { SignInForm, type SignInFormProps } from './form'

const titles: Record<MailKind, string> = {
  reset: 'Reset your password',
  'sign-in': 'Sign in by email',
}

/** The form, and in its place the request for a message that helps whoever has no password at hand. */
export function SignIn(props: SignInFormProps) {
  const [mail, setMail] = useState<{ kind: MailKind; email: string } | null>(null)
  const coolDown = useCoolDown()
  const form = useRef<HTMLDivElement>(null)
  const request = useRef<HTMLDivElement>(null)

  /** With the address as it was typed last, whichever field that was. */
  function backToForm() {
    const typed = request.current?.querySelector('input')?.value
    // Drawn at once: what is hidden takes no focus.
    flushSync(() => setMail(null))
    const email = form.current?.querySelector('input')
    if (typed && email) email.value = typed
    email?.focus()
  }

  return (
    <>
      {/* Only hidden, so that nothing typed is lost. */}
      <div ref={form} hidden={mail !== null}>
        <SignInForm {...props} onMail={(kind, email) => setMail({ kind, email })} />
      </div>
      {mail && (
        <div ref={request}>
          <h1 className={styles.title}>{titles[mail.kind]}</h1>
          <MailRequest {...mail} config={props.config} next={props.next} coolDown={coolDown} takesFocus />
          <button type="button" className={styles.switch} onClick={backToForm}>
            Back
          </button>
        </div>
      )}
    </>
  )
}
