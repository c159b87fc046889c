'use client'
import { type FormEvent, useRef, useState } from 'react'
import type { SitePath } from '@/lib/site/routes'

/** Null: there is nothing to say. */
export type Outcome<Problem, Done = string> = { problem: Problem } | { done: Done } | null

/** What a form or a button does: one run at a time, and the outcome of the last one. */
export function useAction<Problem, Done = string>() {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<Problem, Done>>(null)
  const isRunning = useRef(false)

  /** A second press does nothing until the first is through. */
  async function run(work: () => Promise<Outcome<Problem, Done>>) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setOutcome(null)
    setOutcome(await work())
    setBusy(false)
    isRunning.current = false
  }

  /** POST, so that a browser which sends the form by itself puts nothing typed into an address. */
  const formProps = (send: (typed: FormData, form: HTMLFormElement) => Promise<Outcome<Problem, Done>>) => ({
    method: 'post',
    'aria-busy': isBusy,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const form = event.currentTarget
      void run(() => send(new FormData(form), form))
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

/** Goes to another page. Never resolves: what is busy stays busy until this page is gone. */
export function leaveFor(path: SitePath): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}
