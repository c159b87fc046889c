'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useCoolDown } from '@/components/email-link/cool-down'
import { IdentityAlert } from '@/components/identity/error-message'
import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import { failureOf } from '@/lib/browser/identity/fault'
import type { IdentityError } from '@/lib/identity/error'
import { SignInForm, type SignInProps } from './form'
import { type EmailRequestMode, useLoginMode } from './mode'
import styles from './sign-in.module.css'

const loadRequest = () => import('@/components/email-link/request')
type Loaded = Awaited<ReturnType<typeof loadRequest>>

/** The form, or in its place the request for a reset or sign-in link. */
export function SignIn(props: SignInProps) {
  const login = useLoginMode(props.next, props.notice)
  const { mail, title, setMode, linkTo } = login
  const [request, setRequest] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState<IdentityError | null>(null)
  const coolDown = useCoolDown()
  const signInPart = useRef<HTMLDivElement>(null)
  const mailPart = useRef<HTMLDivElement>(null)
  const shown = useRef(mail)

  /** Without its code the form is better than an empty page. */
  async function askForMail(to: EmailRequestMode) {
    const loaded = await loadRequest().catch(failureOf)
    const hasFailed = 'status' in loaded
    setProblem(hasFailed ? loaded : null)
    if (!hasFailed) setRequest(loaded)
    setMode(hasFailed ? 'sign-in' : to)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for those who come by its address
  useEffect(() => void (mail && askForMail(mail)), [])

  // Also after Back and Forward. The address goes along, and the focus, as what had it is gone.
  useEffect(() => {
    if (shown.current === mail) return
    shown.current = mail
    if (mail) copyEmail(signInPart, mailPart)
    emailIn(mail ? mailPart : signInPart)?.focus()
  }, [mail])

  return (
    <>
      {/* Hidden rather than removed, so nothing typed is lost. */}
      <div ref={signInPart} hidden={mail !== null}>
        <SignInForm
          {...props}
          login={login}
          onEmailRequest={askForMail}
          onEmailRequestLikely={() => loadRequest().catch(failureOf)}
        />
        <IdentityAlert problem={problem} />
      </div>
      {mail && (
        <div ref={mailPart} onInput={() => copyEmail(mailPart, signInPart)}>
          {request ? (
            <request.MailRequest
              key={mail}
              title={title}
              kind={mail === 'link' ? 'sign-in' : mail}
              email=""
              config={props.config}
              next={props.next}
              coolDown={coolDown}
            />
          ) : (
            <>
              <h1 className={form.title}>{title}</h1>
              {props.children}
            </>
          )}
          <a {...linkTo('sign-in')} className={`${button.text} ${styles.back}`}>
            Back to sign-in
          </a>
        </div>
      )}
    </>
  )
}

type Part = RefObject<HTMLElement | null>
const emailIn = (part: Part) => part.current?.querySelector('input')

function copyEmail(from: Part, to: Part) {
  const [source, target] = [emailIn(from), emailIn(to)]
  if (source && target) target.value = source.value
}
