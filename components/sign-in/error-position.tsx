'use client'
import { useId } from 'react'
import { IdentityErrorMessage, type NextSteps, useIsAboutField } from '@/components/identity/error-message'
import type { IdentityError as Problem } from '@/lib/identity/error'
import styles from './sign-in.module.css'

type ErrorPosition = 'form' | 'email' | 'password'

/** Where a problem is shown: beside the one field it is about, or below the button. Nothing above it moves. */
export function useErrorPosition(problem: Problem | null, ways: NextSteps) {
  const problemId = useId()
  const isWrong = useIsAboutField(problem)
  const isOfOneField = isWrong('email') !== isWrong('password')
  const place: ErrorPosition = !isOfOneField ? 'form' : isWrong('email') ? 'email' : 'password'

  const problemAt = (at: ErrorPosition) => (
    <div
      role="alert"
      className={at === 'form' ? undefined : styles.fieldProblem}
      id={at === place ? problemId : undefined}
    >
      {problem && at === place && <IdentityErrorMessage problem={problem} nextSteps={ways} />}
    </div>
  )
  return { problemId, isWrong, problemAt }
}
