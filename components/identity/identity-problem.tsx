'use client'
import { useEffect } from 'react'
import button from '@/components/ui/button.module.css'
import message from '@/components/ui/message.module.css'
import { reportIdentityProblem } from '@/lib/browser/identity/problem'
import { describeWay, identityFailure, type NextStep } from '@/lib/identity/error-words'
import { describeIdentityError, type IdentityProblem as Problem } from '@/lib/identity/problem'
import { routes, type SitePath } from '@/lib/site/routes'

/** A page to go to, or something this page does. */
type Way = SitePath | (() => void)

/** The next steps a page can offer. */
export type Ways = Partial<Record<NextStep, Way>>

/** The contact page is always offered. */
type Props = { problem: Problem; ways?: Ways | undefined }

/** What went wrong at the identity provider or while opening the session, and what to do next. */
export function IdentityProblem({ problem, ways = {} }: Props) {
  const { code } = problem
  useEffect(() => reportIdentityProblem(code), [code])
  const { next } = identityFailure(code)
  const way = next === 'contact' ? routes.contact : ways[next]
  const label = describeWay(next)
  return (
    <p className={message.problem}>
      {describeIdentityError(problem)}
      {way && label && (
        <>
          {' '}
          <WayOn way={way} label={label} />
        </>
      )}
    </p>
  )
}

type AlertProps = { id?: string; problem: Problem | null; ways?: Ways | undefined }

/** Announces a problem as soon as there is one. */
export function IdentityAlert({ id, problem, ways }: AlertProps) {
  return (
    <div role="alert" id={id}>
      {problem && <IdentityProblem problem={problem} ways={ways} />}
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
