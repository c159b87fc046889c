import { IdentityErrorMessage, type NextSteps } from '@/components/identity/error-message'
import { type FormError, Problem, useFormError } from '@/components/ui/form-error'
import message from '@/components/ui/message.module.css'
import { type IdentityError, isAboutInput } from '@/lib/identity/error-words'
import { routes } from '@/lib/site/routes'

const fields = ['name', 'email', 'password'] as const
type Field = (typeof fields)[number]

/** An error code of the sign-in service, or a message of ours about `field`. */
export type StepError = IdentityError | { words: string; field?: Field }

/** The links in error messages; signing in leads back to the account page. */
export const accountNextSteps: NextSteps = {
  'sign-in': routes.loginThen(routes.account),
  'confirm-email': routes.accountEmail,
}

/** The error of a form of the account. */
export function useStepFormError(problem: StepError | null): FormError {
  return useFormError(
    fields.filter((field) => isErrorAbout(field, problem)),
    problem && <StepErrorMessage problem={problem} />,
  )
}

/** Whether the error is about this field's content. */
function isErrorAbout(field: Field, problem: StepError | null) {
  if (problem === null) return false
  if (!('code' in problem)) return problem.field === field
  return field !== 'name' && isAboutInput(problem.code, field)
}

/** An error message with its next step. */
export function StepErrorMessage({ problem }: { problem: StepError }) {
  if ('code' in problem) return <IdentityErrorMessage problem={problem} nextSteps={accountNextSteps} />
  return <Problem>{problem.words}</Problem>
}

/** Describes a successful change of sign-in methods and its effect on the sessions. `what`: the change, as a sentence. */
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

type Props = { problem: StepError | null; done: string | null }

/** The outcome of a step, shown and announced. */
export function StepMessage({ problem, done }: Props) {
  return (
    <div>
      <div role="alert">{problem && <StepErrorMessage problem={problem} />}</div>
      <div role="status">{done && <p className={message.done}>{done}</p>}</div>
    </div>
  )
}
