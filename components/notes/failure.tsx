'use client'
import message from '@/components/ui/message.module.css'
import { isSignedOut, type NoteFailure } from '@/lib/browser/notes/notes'
import { describeNoteProblem } from '@/lib/notes/limits'
import { routes } from '@/lib/site/routes'

/** For `useAction`: the cause is unknown. */
export const unexpectedFailure: NoteFailure = { status: 'refused', problem: null, retryAfterSeconds: null }

type Props = {
  /** What failed, such as "Couldn’t search." */
  what: string
  failure: NoteFailure
}

/** Says what failed, why, and what to do. */
export function NoteFailureMessage({ what, failure }: Props) {
  return (
    <div role="alert">
      <p className={message.problem}>
        <span>{`${what} ${describeFailure(failure)} `}</span>
        {isSignedOut(failure) && <a href={routes.loginThen(routes.app)}>Sign in</a>}
      </p>
    </div>
  )
}

function describeFailure(failure: NoteFailure): string {
  switch (failure.status) {
    case 'unreachable':
      return 'We couldn’t reach the server. Check your connection and try again.'
    case 'signed-out':
      return 'Your session has ended.'
    case 'other-user':
      return 'Another account is signed in now.'
    case 'gone':
      return 'It was deleted on another device.'
    case 'refused':
      if (failure.problem) return describeNoteProblem(failure.problem)
      return failure.retryAfterSeconds === null
        ? 'Please try again.'
        : 'Too many requests in a short time. Try again in a minute.'
  }
}
