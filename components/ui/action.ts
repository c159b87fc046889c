'use client'
import { type FormEvent, useRef, useState } from 'react'
import type { SitePath } from '@/lib/site/routes'

/** Null: nothing to say. */
export type ActionOutcome<Problem, Done = string> = { problem: Problem } | { done: Done } | null

/** For `useAction`, where problems are sentences. */
export const unexpectedMessage = 'Something went wrong on our side. Please try again in a moment.'

/**
 * The work behind a form or a button: one run at a time, and the outcome of the last. `unexpected` is shown if the work
 * throws; the error goes on to the recorder.
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
   * POST, so a submission without scripts never puts a password into the URL. `invalidInput` says in our words what the
   * browser would say in a bubble of an empty or malformed field.
   */
  const formProps = (
    send: (typed: FormData, form: HTMLFormElement) => Promise<ActionOutcome<Problem, Done>>,
    wrongInput?: (form: HTMLFormElement) => ActionOutcome<Problem, Done>,
  ) => ({
    method: 'post',
    noValidate: wrongInput !== undefined,
    'aria-busy': isBusy,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const form = event.currentTarget
      if (wrongInput && !form.checkValidity()) setOutcome(wrongInput(form))
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

/** Never resolves, so the form stays busy until the page is gone. */
export function leaveFor(path: SitePath): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}
