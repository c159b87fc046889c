import { IdentityProblem, type Ways } from '@/components/identity/identity-problem'
import message from '@/components/ui/message.module.css'
import { isAboutInput } from '@/lib/identity/error-words'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import { routes } from '@/lib/site/routes'

/** As the sign-in service has it, or in words; `field` is the one whose content is at fault. */
export type StepProblem = Problem | { words: string; field?: 'name' | 'photo' | 'email' | 'password' }

/** A sign-in from the account page leads back to it. */
export const waysOfAccount: Ways = { 'sign-in': routes.loginThen(routes.account) }

/** Whether what was typed into this field is at fault. */
export function isAtFault(field: 'name' | 'photo' | 'email' | 'password', problem: StepProblem | null) {
  if (problem === null) return false
  return 'code' in problem ? isAboutInput(problem.code) : problem.field === field
}

/** What keeps a step from being done, and the way on. */
export function WhatIsWrong({ problem }: { problem: StepProblem }) {
  if ('code' in problem) return <IdentityProblem problem={problem} ways={waysOfAccount} />
  return <p className={message.problem}>{problem.words}</p>
}

type Props = { id: string; problem: StepProblem | null; done: string | null }

/** What became of a step: said to whoever sees it and to whoever hears it. */
export function StepMessage({ id, problem, done }: Props) {
  return (
    <div id={id}>
      <div role="alert">{problem && <WhatIsWrong problem={problem} />}</div>
      <div role="status">{done && <p className={message.note}>{done}</p>}</div>
    </div>
  )
}
