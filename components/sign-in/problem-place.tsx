'use client'
import { useId } from 'react'
import { IdentityProblemMessage, useIsAbout, type Ways } from '@/components/identity/identity-problem'
import type { IdentityProblem as Problem } from '@/lib/identity/problem'
import styles from './sign-in.module.css'

type Place = 'form' | 'email' | 'password'

/** Where a problem is shown: beside the one field it is about, or below the button. Nothing above it moves. */
export function useProblemPlace(problem: Problem | null, ways: Ways) {
  const problemId = useId()
  const isWrong = useIsAbout(problem)
  const isOfOneField = isWrong('email') !== isWrong('password')
  const place: Place = !isOfOneField ? 'form' : isWrong('email') ? 'email' : 'password'

  const problemAt = (at: Place) => (
    <div
      role="alert"
      className={at === 'form' ? undefined : styles.fieldProblem}
      id={at === place ? problemId : undefined}
    >
      {problem && at === place && <IdentityProblemMessage problem={problem} ways={ways} />}
    </div>
  )
  return { problemId, isWrong, problemAt }
}
