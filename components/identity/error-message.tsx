'use client'
import { useEffect, useSyncExternalStore } from 'react'
import button from '@/components/ui/button.module.css'
import message from '@/components/ui/message.module.css'
import { errorWords, loadErrorWords } from '@/lib/browser/identity/error-words'
import type { IdentityError as Problem } from '@/lib/identity/error'
import type { InputField, NextStep } from '@/lib/identity/error-words'
import { describeFallback } from '@/lib/identity/fallback-words'
import { routes, type SitePath } from '@/lib/site/routes'

/** A page to go to, or something this page does. */
type NextStepTarget = SitePath | (() => void)

/** The next steps a page can offer. */
export type NextSteps = Partial<Record<NextStep, NextStepTarget>>

/** For `useAction`: our own fault, of which the log has more. */
export const unexpectedError: Problem = { code: 'sdk-fault' }

/** The contact page is always offered. */
type Props = { problem: Problem; nextSteps?: NextSteps | undefined }

/** What went wrong at the identity provider or while opening the session, and what to do next. */
export function IdentityErrorMessage({ problem, nextSteps: ways = {} }: Props) {
  const { code } = problem
  const table = useErrorWords()
  useEffect(() => void loadErrorWords(), [])
  useEffect(() => {
    if (table && table !== 'missing') table.reportIdentityError({ code })
  }, [table, code])
  if (!table) return null
  if (table === 'missing') return <p className={message.problem}>{describeFallback(code)}</p>
  const { words, next, label } = table.errorMessage(problem)
  const way = next === 'contact' ? routes.contact : ways[next]
  return (
    <p className={message.problem}>
      <span>{words}</span>
      {way && label && (
        <>
          {' '}
          <NextStepControl way={way} label={label} />
        </>
      )}
    </p>
  )
}

/** Whether a field's input is what the problem is about: only then mark it. */
export function useIsAboutField(problem: Problem | null): (field: InputField) => boolean {
  const table = useErrorWords()
  return (field) =>
    problem !== null && table !== null && table !== 'missing' && table.isAboutField(problem, field)
}

function useErrorWords() {
  return useSyncExternalStore(errorWords.subscribe, errorWords.current, errorWords.initial)
}

type AlertProps = { id?: string; problem: Problem | null; nextSteps?: NextSteps | undefined }

/** Announces a problem as soon as there is one. */
export function IdentityAlert({ id, problem, nextSteps: ways }: AlertProps) {
  return (
    <div role="alert" id={id}>
      {problem && <IdentityErrorMessage problem={problem} nextSteps={ways} />}
    </div>
  )
}

function NextStepControl({ way, label }: { way: NextStepTarget; label: string }) {
  if (typeof way === 'string') return <a href={way}>{label}</a>
  return (
    <button type="button" className={button.inline} onClick={way}>
      {label}
    </button>
  )
}
