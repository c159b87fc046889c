'use client'
import { useId } from 'react'
import { IdentityErrorMessage, type NextSteps, useIsAboutField } from '@/components/identity/error-message'
import type { IdentityError } from '@/lib/identity/error'
import styles from './sign-in.module.css'

type ErrorPosition = 'form' | 'email' | 'password'

/** Shows an error beside the one field it is about, else below the button, so nothing above it moves. */
export function useErrorPosition(problem: IdentityError | null, nextSteps: NextSteps) {
  const errorId = useId()
  const isInvalid = useIsAboutField(problem)
  const isAboutOneField = isInvalid('email') !== isInvalid('password')
  const position: ErrorPosition = !isAboutOneField ? 'form' : isInvalid('email') ? 'email' : 'password'

  const errorAt = (at: ErrorPosition) => (
    <div
      role="alert"
      className={at === 'form' ? undefined : styles.fieldError}
      id={at === position ? errorId : undefined}
    >
      {problem && at === position && <IdentityErrorMessage problem={problem} nextSteps={nextSteps} />}
    </div>
  )
  return { errorId, isInvalid, errorAt }
}
