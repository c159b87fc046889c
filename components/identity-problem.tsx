'use client'
import { useEffect } from 'react'
import { heedIdentityProblem } from '@/lib/browser/identity-problem'
import { describeIdentityError, type IdentityProblem as Problem } from '@/lib/identity'
import { identityFailure, type NextStep } from '@/lib/identity-errors'
import { routes, type SitePath } from '@/lib/routes'
import field from './field.module.css'
import styles from './identity-problem.module.css'

/** A step is a page to go to, or something that this page does. */
type Way = SitePath | (() => void)

type Props = {
  problem: Problem
  /** The ways on that the page has; that to the contact page is always there. */
  ways?: Partial<Record<NextStep, Way>>
}

/** Where a step has no words, those of the problem say what to do, and the button for it stands on the page. */
const labels: Partial<Record<NextStep, string>> = {
  'sign-in': 'Go to sign-in',
  'enter-password': 'Enter your password',
  'ask-for-new-link': 'Ask for a new link',
  'ask-for-new-code': 'Ask for a new code',
  'confirm-email': 'Confirm your address',
  contact: 'Go to the contact page',
}

/** What went wrong at the identity provider or on the way to a session, and the way on. */
export function IdentityProblem({ problem, ways = {} }: Props) {
  const { code } = problem
  useEffect(() => heedIdentityProblem(code), [code])
  const { next } = identityFailure(code)
  const way = next === 'contact' ? routes.contact : ways[next]
  const label = labels[next]
  return (
    <p className={field.problem}>
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

function WayOn({ way, label }: { way: Way; label: string }) {
  if (typeof way === 'string') return <a href={way}>{label}</a>
  return (
    <button type="button" className={styles.way} onClick={way}>
      {label}
    </button>
  )
}
