'use client'
import { useSearchParams } from 'next/navigation'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { IdentityErrorMessage, unexpectedError, useIsAboutField } from '@/components/identity/error-message'
import { PasswordField, preloadPasswordRules } from '@/components/identity/password-field'
import type { UseCredential } from '@/components/rooms/sign-in'
import * as rooms from '@/components/rooms/sign-in'
import { leaveFor, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import { useFormError } from '@/components/ui/form-error'
import { useHydrated } from '@/components/ui/hydrated'
import message from '@/components/ui/message.module.css'
import { isForNewTab } from '@/components/ui/site-link'
import { EmailField } from '@/components/ui/text-field'
import { failureOf, isSessionError } from '@/lib/browser/identity/fault'
import { preloadIdentity } from '@/lib/browser/identity/identity'
import { invalidInput } from '@/lib/browser/identity/input'
import { watchForSignIn } from '@/lib/browser/session/session'
import {
  createAccount,
  hasNews,
  pathAfterSignIn,
  type SignInOutcome,
  signIn,
} from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error-words'
import * as brand from '@/lib/site/brand'
import { type LoginMode, type LoginNotice, loginTitles, parseLoginMode } from '@/lib/site/login-notice'
import { routes, type SitePath } from '@/lib/site/routes'
import { lastUsedMark, OtherMethods, useLastUsedMethod } from './other-methods'
import styles from './sign-in.module.css'

export type SignInProps = {
  config: PublicConfig
  next: SitePath
  notice: Notice | null
  /** Shown above the fields. */
  children: ReactNode
  /** Shown below the button that creates an account. */
  agreement: ReactNode
}

/** Why the visitor is here; some have a page title of their own. `isDone`: something they asked for is done. */
export type Notice = { name: LoginNotice; title?: string | undefined; words: string; isDone: boolean }

type Props = SignInProps & {
  login: ReturnType<typeof useLoginMode>
  /** The visitor requests an email link instead. */
  onEmailRequest: (mode: EmailRequestMode) => void
  /** The pointer or the focus is on its button. */
  onEmailRequestLikely: () => void
}

const useCredential = Object.values<UseCredential>(rooms)[0] ?? (() => null)

/** The form's buttons. */
const formLabels = {
  'sign-in': { submit: 'Sign in', busy: 'Signing in…', other: 'New here? Create an account' },
  create: {
    submit: 'Create account',
    busy: 'Creating your account…',
    other: 'Already have an account? Sign in',
  },
}

const onIntent = (work: () => void) => ({ onFocus: work, onPointerEnter: work })

/**
 * Signs in or creates an account. The fields always keep what was typed. Submitted without scripts it's a POST, so a
 * password never ends up in the URL.
 */
export function SignInForm(props: Props) {
  const { login, config, next, notice, children, agreement, onEmailRequest, onEmailRequestLikely } = props
  const { mode, title, setMode, linkTo } = login
  const isNew = mode === 'create'
  const { isBusy, problem, formProps, clear } = useAction<IdentityError>(unexpectedError)
  const [isAccountCreated, setAccountCreated] = useState(false)
  const messageId = useId()
  const isHydrated = useHydrated()
  const emailField = useRef<HTMLInputElement>(null)
  const lastUsed = useLastUsedMethod()
  const { linking, notLinked, finishSignIn, promptToLink } = useLinking({ next, emailField, setMode, clear })
  const offered = useCredential({ config, onSignedIn: finishSignIn })
  const credential = isNew ? null : offered

  useEffect(() => watchForSignIn(() => location.replace(next)), [next])

  const touch = useFirstTouch(emailField, {
    isFocused: notice === null,
    prepare() {
      void preloadIdentity(config)
      credential?.prepare()
    },
  })

  async function submit(formData: FormData) {
    const credentials = {
      email: String(formData.get('email')).trim(),
      password: String(formData.get('password')),
    }
    setAccountCreated(false)
    const outcome = await (isNew ? createAccount : signIn)(config, credentials)
    if (outcome.status === 'signed-in') return finishSignIn(outcome)
    if (outcome.code === 'second-factor-cancelled') return null
    // The account exists now, so the next attempt must sign in.
    if (isNew && isSessionError(outcome)) {
      setAccountCreated(true)
      setMode('sign-in')
    }
    return { problem: outcome }
  }

  function changeMode() {
    setMode(isNew ? 'sign-in' : 'create')
    clear()
    setAccountCreated(false)
    emailField.current?.focus()
  }

  const emailRequestLink = (to: EmailRequestMode) => ({
    ...linkTo(to, () => onEmailRequest(to)),
    ...onIntent(onEmailRequestLikely),
  })
  const [reset, link] = [() => onEmailRequest('reset'), () => onEmailRequest('link')]
  const steps = { 'reset-password': reset, 'forgot-password': reset, 'sign-in-link': link }
  const isAbout = useIsAboutField(problem)
  const nextSteps = isNew ? { 'sign-in': changeMode } : steps
  const error = useFormError(
    (['email', 'password'] as const).filter(isAbout),
    problem && <IdentityErrorMessage problem={problem} nextSteps={nextSteps} />,
  )
  const labels = formLabels[isNew ? 'create' : 'sign-in']
  const passwordMark = lastUsedMark(!isNew && lastUsed === 'password')
  const linkMark = lastUsedMark(lastUsed === 'link')
  if (notLinked) return notLinked
  return (
    <>
      <h1 className={form.title}>{title}</h1>
      <div role="alert" id={messageId}>
        {isAccountCreated && <p className={message.done}>Account created. Sign in to continue.</p>}
        {linking}
        {notice && !linking && !problem && (
          // Entered once more, as screen readers don't hear what comes with the page.
          <p key={String(isHydrated)} className={notice.isDone ? message.done : message.note}>
            {notice.words}
          </p>
        )}
      </div>
      {children}
      <form
        {...formProps(submit, invalidInput)}
        action={routes.loginAs({ mode, next })}
        className={form.form}
        {...touch}
      >
        <EmailField
          ref={emailField}
          autoComplete={credential ? 'username webauthn' : 'username'}
          error={error}
          describedBy={messageId}
        />
        <PasswordField
          isNew={isNew}
          error={error}
          describedBy={messageId}
          config={config}
          aside={
            !isNew && (
              <a {...emailRequestLink('reset')} className={button.inline}>
                Forgot your password?
              </a>
            )
          }
        />
        <Button
          type="submit"
          look="primary"
          isBusy={isBusy}
          className={passwordMark.className}
          aria-describedby={passwordMark.describedBy}
        >
          <span>{isBusy ? labels.busy : labels.submit}</span>
          {passwordMark.mark}
        </Button>
        {error.at('form')}
        {isNew && agreement}
      </form>
      <p className={styles.below}>
        <a
          {...linkTo(isNew ? 'sign-in' : 'create', changeMode)}
          {...onIntent(preloadPasswordRules)}
          className={notice?.name === 'shared' ? `${button.quiet} ${styles.wide}` : button.text}
        >
          {labels.other}
        </a>
      </p>
      <OtherMethods
        {...{ config, lastUsed, credential }}
        onSignedIn={finishSignIn}
        onAccountExists={promptToLink}
      />
      {!isNew && config.signInLinks && (
        <p className={styles.below}>
          <a
            {...emailRequestLink('link')}
            className={`${button.text} ${linkMark.className}`}
            aria-describedby={linkMark.describedBy}
          >
            Email me a sign-in link
            {linkMark.mark}
          </a>
        </p>
      )}
    </>
  )
}

type TouchOptions = { isFocused: boolean; prepare: () => void }

/**
 * Handlers that call `prepare` on each interaction with a form. If `isFocused`, the field gets the focus on load, except on
 * touch screens, whose keyboard would cover half of the page. That focus is ours, so it doesn't count.
 */
function useFirstTouch(field: RefObject<HTMLElement | null>, { isFocused, prepare }: TouchOptions) {
  const isOurs = useRef(false)

  useEffect(() => {
    const isUntouched = document.activeElement === document.body && scrollY === 0
    if (!isFocused || !isUntouched || !matchMedia('(hover: hover) and (pointer: fine)').matches) return
    isOurs.current = true
    field.current?.focus({ preventScroll: true })
    isOurs.current = false
  }, [field, isFocused])

  function touch() {
    if (!isOurs.current) prepare()
  }

  return { onFocus: touch, onKeyDown: touch, onInput: touch, onPointerDown: touch }
}

const loadLinking = () => import('./linking')

type LinkingForm = {
  next: SitePath
  emailField: RefObject<HTMLInputElement | null>
  setMode: (mode: 'sign-in') => void
  /** Removes the form's own message. */
  clear: () => void
}

/**
 * Finishes sign-ins, and links a provider whose address has an account already. `linking` is the notice above the form,
 * `notLinked` replaces the form if linking failed.
 */
function useLinking({ next, emailField, setMode, clear }: LinkingForm) {
  const [linking, setLinking] = useState<ReactNode>(null)
  const [notLinked, setNotLinked] = useState<ReactNode>(null)

  async function finishSignIn(signedIn: SignInOutcome & { status: 'signed-in' }): Promise<null> {
    const loaded = signedIn.notLinked && (await loadLinking().catch(failureOf))
    if (!signedIn.notLinked || !loaded || 'status' in loaded)
      // `/auth/success` says what a browser without cookies needs.
      return leaveFor(navigator.cookieEnabled && !hasNews(signedIn) ? next : pathAfterSignIn(signedIn, next))
    setNotLinked(<loaded.NotLinkedNotice notLinked={signedIn.notLinked} next={next} />)
    return null
  }

  /** Asks for a sign-in with the account's own method, which then links the provider. False if nothing is pending. */
  async function promptToLink(): Promise<boolean> {
    const loaded = await loadLinking().catch(failureOf)
    const notice =
      'status' in loaded ? null : loaded.pendingLinkNotice(emailField.current, () => setLinking(null))
    if (!notice) return false
    setMode('sign-in')
    clear()
    setLinking(notice)
    return true
  }

  return { linking, notLinked, finishSignIn, promptToLink }
}

/** The modes that request an email. */
export type EmailRequestMode = 'reset' | 'link'

/** The page's mode. It's in the URL, so it can be shared, reloaded and left by Back. A notice's title replaces the form's. */
export function useLoginMode(next: SitePath, notice: Notice | null) {
  const mode = parseLoginMode(useSearchParams().get('mode'))
  const requestMode: EmailRequestMode | null = mode === 'reset' || mode === 'link' ? mode : null
  const title = (!requestMode && notice?.title) || loginTitles[mode]

  const urlOf = (mode: LoginMode) =>
    routes.loginAs({ mode, notice: notice?.name, next: next === routes.app ? undefined : next })

  useEffect(() => {
    document.title = brand.pageTitle(title)
  }, [title])

  function setMode(to: LoginMode) {
    if (to !== mode) history.pushState(null, '', urlOf(to))
  }

  /** The props of a link to another mode. A click runs `open`, unless it opens a new tab. */
  const linkTo = (to: LoginMode, open = () => setMode(to)) => ({
    href: urlOf(to),
    onClick(event: MouseEvent) {
      if (isForNewTab(event)) return
      event.preventDefault()
      open()
    },
  })

  return { mode, requestMode, title, setMode, linkTo }
}
