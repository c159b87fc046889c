'use client'
import {
  type FormEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { PasswordField } from '@/components/identity/password-field'
import button from '@/components/ui/button.module.css'
import styles from '@/components/ui/dialog.module.css'
import type { Person } from '@/lib/account'
import { confirmPerson, isConfirmationWanted, needsConfirmation } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import { OtherProof } from './other-proof'
import { isAtInput, type StepProblem, WhatIsWrong } from './step-message'

type Props = {
  person: Person
  config: PublicConfig
  title: string
  submit: string
  /** Whether a sign-in by a link is all that is asked for here; otherwise the button is still to be pressed. */
  goesOnByLink: boolean
  /** Found so by the provider or our server, whatever this page's clock says. */
  isSignInTooOld: boolean
  children: ReactNode
  /** What follows; a problem leaves the dialog open. */
  onConfirmed: () => Promise<StepProblem | null>
  onClose: () => void
}

/**
 * Asks for the password of the account that is signed in, and of no other. Whoever has none uses a link in another tab,
 * or signs in again. Escape and Cancel lead back to where one was, and what was typed there stays.
 */
export function ConfirmDialog(props: Props) {
  const { person, config, title, submit, goesOnByLink, isSignInTooOld, children, onConfirmed, onClose } =
    props
  const dialog = useRef<HTMLDialogElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const reason = useRef<HTMLParagraphElement>(null)
  const titleId = useId()
  const messageId = useId()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<StepProblem | null>(null)
  const [hasSignedIn, setSignedIn] = useState(false)
  const [isTooOld, setTooOld] = useState(isSignInTooOld)
  const hasConfirmed = useRef(false)
  const wasRefused = useRef(false)
  const hasLeft = useRef(false)
  const { email, userId } = person
  const passwordOf = person.hasPassword && !hasSignedIn ? email : null
  const mustSignIn = !passwordOf && !hasSignedIn && (isTooOld || needsConfirmation(person.authenticatedAt))

  useEffect(() => dialog.current?.showModal(), [])

  useEffect(() => {
    if (hasSignedIn) submitButton.current?.focus()
  }, [hasSignedIn])

  // The button that was pressed is gone, and the focus with it; what there is to do instead is read out.
  useEffect(() => {
    if (mustSignIn && wasRefused.current) reason.current?.focus()
  }, [mustSignIn])

  async function run(work: () => Promise<StepProblem | null>) {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    const found = await work()
    setBusy(false)
    if (found === null) return leave()
    if (typeof found === 'string' || !('code' in found) || !isConfirmationWanted(found))
      return setProblem(found)
    // Whoever has no password reads below what there is to do.
    if (person.hasPassword && email) setProblem(found)
    wasRefused.current = true
    hasConfirmed.current = false
    setSignedIn(false)
    setTooOld(true)
  }

  /** Told at once: the browser tells of a closing later than the next key may come. */
  function leave() {
    hasLeft.current = true
    dialog.current?.close()
    onClose()
  }

  function leaveByKey(event: SyntheticEvent) {
    event.preventDefault()
    if (!isBusy) leave()
  }

  /** Some close it at a second Escape, whatever the page says. What is under way is still told here. */
  function leaveByBrowser() {
    if (hasLeft.current) return
    if (isBusy) dialog.current?.showModal()
    else onClose()
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    void run(() => confirm(String(typed.get('password'))))
  }

  async function confirm(password: string): Promise<StepProblem | null> {
    // Not asked again for the next try: by then the account may be gone, and its password with it.
    if (!passwordOf || hasConfirmed.current) return onConfirmed()
    const outcome = await confirmPerson(config, { userId, email: passwordOf, password })
    if (outcome.status === 'failed')
      return isWrongPassword(outcome.code) ? 'That is not the right password.' : outcome
    hasConfirmed.current = true
    return onConfirmed()
  }

  function goOn() {
    setSignedIn(true)
    if (goesOnByLink) void run(onConfirmed)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onClose={leaveByBrowser}
      onCancel={leaveByKey}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div role="alert" id={messageId}>
        {problem && <WhatIsWrong problem={problem} />}
      </div>
      <div role="status">{hasSignedIn && <p>You have signed in again: it is you.</p>}</div>
      <form className={styles.form} onSubmit={send} aria-busy={isBusy}>
        {passwordOf && (
          <>
            <p className={styles.who}>
              Signed in as <strong>{passwordOf}</strong>
            </p>
            <input type="text" name="username" autoComplete="username" value={passwordOf} readOnly hidden />
            <PasswordField
              label="Current password"
              isNew={false}
              isInvalid={isAtInput(problem)}
              messageId={messageId}
            />
          </>
        )}
        {mustSignIn && (
          <p ref={reason} tabIndex={-1}>
            This account has no password here. {email ? byLink : bySignIn}
          </p>
        )}
        <div className={styles.actions}>
          {!mustSignIn && (
            <button ref={submitButton} type="submit" className={button.primary} aria-disabled={isBusy}>
              {isBusy ? 'One moment…' : submit}
            </button>
          )}
          <button
            type="button"
            className={button.quiet}
            aria-disabled={isBusy}
            onClick={() => isBusy || leave()}
          >
            Cancel
          </button>
        </div>
      </form>
      {(passwordOf || mustSignIn) && (
        <OtherProof
          person={person}
          config={config}
          isAlone={mustSignIn}
          isBusy={isBusy}
          run={run}
          onSignedIn={goOn}
        />
      )}
    </dialog>
  )
}

const byLink = 'Have a link sent to your address, and use it in this browser.'
const bySignIn = 'Sign in again, and then come back to this.'

/** The address is known here, so there is only one thing that can be wrong. */
function isWrongPassword(code: string): boolean {
  return ['invalid-credential', 'wrong-password'].includes(code)
}
