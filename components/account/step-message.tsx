import { IdentityErrorMessage, type NextSteps } from '@/components/identity/error-message'
import message from '@/components/ui/message.module.css'
import type { IdentityError as Problem } from '@/lib/identity/error'
import { isAboutInput } from '@/lib/identity/error-words'
import { routes } from '@/lib/site/routes'

type Field = 'name' | 'email' | 'password'

/** A code of the sign-in service, or words of ours; `field` is the one at fault. */
export type StepError = Problem | { words: string; field?: Field }

/** Signing in from the account page leads back to it. */
export const accountNextSteps: NextSteps = {
  'sign-in': routes.loginThen(routes.account),
  'confirm-email': routes.accountEmail,
}

/** Whether the content of this field is at fault. */
export function isErrorAbout(field: Field, problem: StepError | null) {
  if (problem === null) return false
  if (!('code' in problem)) return problem.field === field
  return isAboutInput(problem.code, field === 'email' || field === 'password' ? field : undefined)
}

/** Why a step failed, and what to do next. */
export function StepErrorMessage({ problem }: { problem: StepError }) {
  if ('code' in problem) return <IdentityErrorMessage problem={problem} nextSteps={accountNextSteps} />
  return <p className={message.problem}>{problem.words}</p>
}

/**
 * After a change of what signs somebody in, which is made in any case: what became of their sessions.
 * `what`: the change, as a sentence.
 */
export function describeChange(
  { isRenewed, haveOthersEnded }: { isRenewed: boolean; haveOthersEnded: boolean },
  what: string,
): { problem: StepError } | { done: string } {
  if (!isRenewed) return { problem: { words: `${what} You’ll soon be asked to sign in again.` } }
  if (!haveOthersEnded) return { problem: { words: `${what} ${othersStillSignedIn}` } }
  return { done: `${what} You’re signed out on all other devices.` }
}

const othersStillSignedIn =
  'But we couldn’t reach the server to sign out your other devices. Sign them out under “Where you’re signed in”.'

type Props = { id: string; problem: StepError | null; done: string | null }

/** The outcome of a step, shown and announced. */
export function StepMessage({ id, problem, done }: Props) {
  return (
    <div id={id}>
      <div role="alert">{problem && <StepErrorMessage problem={problem} />}</div>
      <div role="status">{done && <p className={message.done}>{done}</p>}</div>
    </div>
  )
}
