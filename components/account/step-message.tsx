import { IdentityProblem, type Ways } from '@/components/identity/identity-problem'
import field from '@/components/ui/field.module.css'
import { isAboutInput } from '@/lib/identity/error-words'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import { routes } from '@/lib/site/routes'
import styles from './account.module.css'

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
