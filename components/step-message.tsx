import type { IdentityProblem as Problem } from '@/lib/identity'
import { isAboutInput } from '@/lib/identity-errors'
import { routes } from '@/lib/routes'
import styles from './account.module.css'
import field from './field.module.css'
import { IdentityProblem, type Ways } from './identity-problem'

/** In words, or as the sign-in service has it. */
export type StepProblem = Problem | string

/** A sign-in from the account page leads back to it. */
export const waysOfAccount: Ways = { 'sign-in': routes.loginThen(routes.account) }

/** Whether what was typed is at fault; our own words are about that. */
export function isAtInput(problem: StepProblem | null): boolean {
  return typeof problem === 'string' || (problem !== null && isAboutInput(problem.code))
}

/** What keeps a step from being done, and the way on. */
export function WhatIsWrong({ problem }: { problem: StepProblem }) {
  if (typeof problem === 'string') return <p className={field.problem}>{problem}</p>
  return <IdentityProblem problem={problem} ways={waysOfAccount} />
}

type Props = { id: string; problem: StepProblem | null; done: string | null }

/** What became of a step: said to whoever sees it and to whoever hears it. */
export function StepMessage({ id, problem, done }: Props) {
  return (
    <div id={id}>
      <div role="alert">{problem && <WhatIsWrong problem={problem} />}</div>
      <div role="status">{done && <p className={styles.done}>{done}</p>}</div>
    </div>
  )
}
