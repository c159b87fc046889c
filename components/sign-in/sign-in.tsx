'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useCoolDown } from '@/components/email-link/send-button'
import { IdentityAlert } from '@/components/identity/error-message'
import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import { failureOf } from '@/lib/browser/identity/fault'
import type { IdentityError } from '@/lib/identity/error-words'
import { type EmailRequestMode, SignInForm, type SignInProps, useLoginMode } from './form'
import styles from './sign-in.module.css'

const loadRequest = () => import('@/components/email-link/request')
type Loaded = Awaited<ReturnType<typeof loadRequest>>

/** The sign-in form, or the request for a reset or sign-in link. */
export function SignIn(props: SignInProps) {
  const login = useLoginMode(props.next, props.notice)
  const { requestMode, title, setMode, linkTo } = login
  const [request, setRequest] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState<IdentityError | null>(null)
  const coolDown = useCoolDown()
  const signInPart = useRef<HTMLDivElement>(null)
  const requestPart = useRef<HTMLDivElement>(null)
  const shown = useRef(requestMode)

  /** If the code can't be loaded, the form is better than an empty page. */
  async function showRequest(to: EmailRequestMode) {
    const loaded = await loadRequest().catch(failureOf)
    const hasFailed = 'status' in loaded
    setProblem(hasFailed ? loaded : null)
    if (!hasFailed) setRequest(loaded)
    setMode(hasFailed ? 'sign-in' : to)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the mode in the URL
  useEffect(() => void (requestMode && showRequest(requestMode)), [])

  // Also after Back and Forward. Keeps the email address, and moves the focus, whose element is hidden.
  useEffect(() => {
    if (shown.current === requestMode) return
    shown.current = requestMode
    if (requestMode) copyEmail(signInPart, requestPart)
    emailIn(requestMode ? requestPart : signInPart)?.focus()
  }, [requestMode])

  return (
    <>
      {/* Hidden rather than removed, so nothing typed is lost. */}
      <div ref={signInPart} hidden={requestMode !== null}>
        <SignInForm
          {...props}
          login={login}
          onEmailRequest={showRequest}
          onEmailRequestLikely={() => loadRequest().catch(failureOf)}
        />
        <IdentityAlert problem={problem} />
      </div>
      {requestMode && (
        <div ref={requestPart} onInput={() => copyEmail(requestPart, signInPart)}>
          {request ? (
            <request.MailRequest
              key={requestMode}
              title={title}
              kind={requestMode === 'link' ? 'sign-in' : requestMode}
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
          <p className={styles.below}>
            <a {...linkTo('sign-in')} className={button.text}>
              Back to sign-in
            </a>
          </p>
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
