import 'client-only'
/** Loaded with the first problem: what is said of it, and where. */
import {
  describeWay,
  type InputField,
  identityFailure,
  isAboutInput,
  type NextStep,
} from '@/lib/identity/error-words'
import { describeIdentityError, type IdentityProblem } from '@/lib/identity/problem'
import { reportIdentityProblem } from './problem'

export type ProblemInWords = { words: string; next: NextStep; label: string | null }

/** The message for a problem, and the label of the way on. */
export function problemInWords(problem: IdentityProblem): ProblemInWords {
  const { next } = identityFailure(problem.code)
  return { words: describeIdentityError(problem), next, label: describeWay(next) }
}

/** Whether this field's input is invalid. */
export function isAbout({ code }: IdentityProblem, field: InputField): boolean {
  return isAboutInput(code, field)
}

/** Tells the operator of what only they can mend. */
export function reportProblem({ code }: IdentityProblem): void {
  reportIdentityProblem(code)
}
