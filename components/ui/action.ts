'use client'
import { type FormEvent, useRef, useState } from 'react'
import type { SitePath } from '@/lib/site/routes'

/** Null shows nothing. */
export type ActionOutcome<Problem, Done = string> = { problem: Problem } | { done: Done } | null

/** For `useAction`, where problems are sentences. */
export const unexpectedMessage = 'Something went wrong on our side. Please try again in a moment.'

/**
 * Runs the work of a form or button, once at a time, and keeps the last outcome. If the work throws, shows `unexpected` and
 * rethrows for the error reporter.
 */
export function useAction<Problem, Done = string>(unexpected: Problem) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<ActionOutcome<Problem, Done>>(null)
  const isRunning = useRef(false)

  async function run(work: () => Promise<ActionOutcome<Problem, Done>>) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setOutcome(null)
    try {
      setOutcome(await work())
    } catch (error) {
      setOutcome({ problem: unexpected })
      throw error
    } finally {
      setBusy(false)
      isRunning.current = false
    }
  }

  /**
   * POST, so that a submission before hydration can't put a password into the URL. `invalidInput` replaces the browser's
   * messages for empty or malformed fields.
   */
  const formProps = (
    send: (values: FormData, form: HTMLFormElement) => Promise<ActionOutcome<Problem, Done>>,
    invalidInput: (form: HTMLFormElement) => ActionOutcome<Problem, Done>,
  ) => ({
    method: 'post',
    noValidate: true,
    'aria-busy': isBusy,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const form = event.currentTarget
      if (!form.checkValidity()) setOutcome(invalidInput(form))
      else void run(() => send(new FormData(form), form))
    },
  })

  return {
    isBusy,
    problem: outcome && 'problem' in outcome ? outcome.problem : null,
    done: outcome && 'done' in outcome ? outcome.done : null,
    run,
    formProps,
    clear: () => setOutcome(null),
  }
}

/** Navigates. Never resolves, so the form stays busy until the page is gone. */
export function leaveFor(path: SitePath): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}
