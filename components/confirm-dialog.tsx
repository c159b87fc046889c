'use client'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { confirmPerson, needsConfirmation } from '@/lib/browser/account'
import { signOut } from '@/lib/browser/identity'
import type { PublicConfig } from '@/lib/config'
import type { Person } from '@/lib/profile'
import { routes } from '@/lib/routes'
import button from './button.module.css'
import styles from './confirm-dialog.module.css'
import { PasswordField } from './password-field'
import { type StepProblem, WhatIsWrong } from './step-message'

type Props = {
  person: Person
  config: PublicConfig
  title: string
  submit: string
  children: ReactNode
  /** What follows; a problem leaves the dialog open. */
  onConfirmed: () => Promise<StepProblem | null>
  onClose: () => void
}

/**
 * Asks for the password of the account that is signed in, and of no other. Whoever has none signs in again. Escape and
 * Cancel lead back to where one was, and what was typed there stays.
 */
export function ConfirmDialog({ person, config, title, submit, children, onConfirmed, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const messageId = useId()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<StepProblem | null>(null)
  const email = person.hasPassword ? person.email : null
  const mustSignIn = !email && needsConfirmation(person.authenticatedAt)

  useEffect(() => dialog.current?.showModal(), [])

  async function confirm(typed: FormData): Promise<StepProblem | null> {
    if (!email) return onConfirmed()
    const password = String(typed.get('password'))
    const outcome = await confirmPerson(config, { userId: person.userId, email, password })
    if (outcome.status === 'signed-in') return onConfirmed()
    return isWrongPassword(outcome.code) ? 'That is not the right password.' : outcome
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    const found = await confirm(new FormData(event.currentTarget))
    setBusy(false)
    if (found === null) dialog.current?.close()
    else setProblem(found)
  }

  async function signInAgain() {
    if (isBusy) return
    setBusy(true)
    if (await signOut(config)) return location.replace(routes.loginThen(routes.account))
    setBusy(false)
    setProblem('You are still signed in: this site did not answer. Check your connection and try again.')
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => isBusy && event.preventDefault()}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div role="alert" id={messageId}>
        {problem && <WhatIsWrong problem={problem} />}
      </div>
      <form className={styles.form} onSubmit={send} aria-busy={isBusy}>
        {email && (
          <>
            <p className={styles.who}>
              Signed in as <strong>{email}</strong>
            </p>
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              label="Current password"
              isNew={false}
              isInvalid={problem !== null}
              messageId={messageId}
            />
          </>
        )}
        {mustSignIn && <p>This account has no password here. Sign in again, and then come back to this.</p>}
        <div className={styles.actions}>
          {!mustSignIn && (
            <button type="submit" className={button.primary} aria-disabled={isBusy}>
              {isBusy ? 'One moment…' : submit}
            </button>
          )}
          <button
            type="button"
            className={button.quiet}
            aria-disabled={isBusy}
            onClick={() => isBusy || dialog.current?.close()}
          >
            Cancel
          </button>
        </div>
      </form>
      {(email || mustSignIn) && (
        <button type="button" className={styles.other} aria-disabled={isBusy} onClick={signInAgain}>
          {mustSignIn ? 'Sign in again' : 'No password? Sign in again instead'}
        </button>
      )}
    </dialog>
  )
}

/** The address is known here, so there is only one thing that can be wrong. */
function isWrongPassword(code: string): boolean {
  return ['invalid-credential', 'wrong-password'].includes(code)
}
