'use client'
import { useEffect } from 'react'
import button from '@/components/ui/button.module.css'
import message from '@/components/ui/message.module.css'
import { reportIdentityProblem } from '@/lib/browser/identity/problem'
import { describeWay, identityFailure, type NextStep } from '@/lib/identity/error-words'
import { describeIdentityError, type IdentityProblem as Problem } from '@/lib/identity/problem'
import { routes, type SitePath } from '@/lib/site/routes'

/** A step is a page to go to, or something that this page does. */
type Way = SitePath | (() => void)

/** The ways on that a page has. */
export type Ways = Partial<Record<NextStep, Way>>

/** The way to the contact page is there on every page. */
type Props = { problem: Problem; ways?: Ways | undefined }

/** What went wrong at the identity provider or on the way to a session, and the way on. */
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

/** Where a problem is announced as soon as there is one. */
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
