import type { IdentityProblem as Problem } from '@/lib/identity'
import { isAboutInput } from '@/lib/identity-errors'
import { routes } from '@/lib/routes'
import styles from './account.module.css'
import field from './field.module.css'
import { IdentityProblem, type Ways } from './identity-problem'

/** As the sign-in service has it, or in words; a mere string is about what was typed. */
export type StepProblem = Problem | { words: string } | string

/** A sign-in from the account page leads back to it. */
export const waysOfAccount: Ways = { 'sign-in': routes.loginThen(routes.account) }

/** Whether what was typed is at fault. */
export function isAtInput(problem: StepProblem | null): boolean {
  if (typeof problem === 'string') return true
  return problem !== null && 'code' in problem && isAboutInput(problem.code)
}

/** What keeps a step from being done, and the way on. */
export function WhatIsWrong({ problem }: { problem: StepProblem }) {
  if (typeof problem === 'object' && 'code' in problem)
    return <IdentityProblem problem={problem} ways={waysOfAccount} />
  return <p className={field.problem}>{typeof problem === 'string' ? problem : problem.words}</p>
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
