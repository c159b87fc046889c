'use client'
import { useEffect, useSyncExternalStore } from 'react'
import button from '@/components/ui/button.module.css'
import message from '@/components/ui/message.module.css'
import { errorWords, loadErrorWords } from '@/lib/browser/identity/words'
import type { InputField, NextStep } from '@/lib/identity/error-words'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import { describeWithoutTable } from '@/lib/identity/words-without-table'
import { routes, type SitePath } from '@/lib/site/routes'

/** A page to go to, or something this page does. */
type Way = SitePath | (() => void)

/** The next steps a page can offer. */
export type Ways = Partial<Record<NextStep, Way>>

/** For `useAction`: our own fault, of which the log has more. */
export const unexpectedProblem: Problem = { code: 'sdk-fault' }

/** The contact page is always offered. */
type Props = { problem: Problem; ways?: Ways | undefined }

/** What went wrong at the identity provider or while opening the session, and what to do next. */
export function IdentityProblemMessage({ problem, ways = {} }: Props) {
  const { code } = problem
  const table = useErrorWords()
  useEffect(() => void loadErrorWords(), [])
  useEffect(() => {
    if (table && table !== 'missing') table.reportProblem({ code })
  }, [table, code])
  if (!table) return null
  if (table === 'missing') return <p className={message.problem}>{describeWithoutTable(code)}</p>
  const { words, next, label } = table.problemInWords(problem)
  const way = next === 'contact' ? routes.contact : ways[next]
  return (
    <p className={message.problem}>
      <span>{words}</span>
      {way && label && (
        <>
          {' '}
          <WayOn way={way} label={label} />
        </>
      )}
    </p>
  )
}

/** Whether a field's input is what the problem is about: only then mark it. */
export function useIsAbout(problem: Problem | null): (field: InputField) => boolean {
  const table = useErrorWords()
  return (field) => problem !== null && table !== null && table !== 'missing' && table.isAbout(problem, field)
}

function useErrorWords() {
  return useSyncExternalStore(errorWords.subscribe, errorWords.current, errorWords.initial)
}

type AlertProps = { id?: string; problem: Problem | null; ways?: Ways | undefined }

/** Announces a problem as soon as there is one. */
export function IdentityAlert({ id, problem, ways }: AlertProps) {
  return (
    <div role="alert" id={id}>
      {problem && <IdentityProblemMessage problem={problem} ways={ways} />}
    </div>
  )
}

function WayOn({ way, label }: { way: Way; label: string }) {
  if (typeof way === 'string') return <a href={way}>{label}</a>
  return (
    <button type="button" className={button.inline} onClick={way}>
      {label}
    </button>
  )
}
