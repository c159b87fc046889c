'use client'
import { useEffect, useSyncExternalStore } from 'react'
import button from '@/components/ui/button.module.css'
import { Problem } from '@/components/ui/form-error'
import type * as ErrorTable from '@/lib/browser/identity/error-message'
import { observable } from '@/lib/browser/observable'
import { isChunkLoadError } from '@/lib/builds/build-id'
import { codeOf } from '@/lib/error-code'
import type { IdentityError, InputField, NextStep } from '@/lib/identity/error-words'
import { describeFallback } from '@/lib/identity/fallback-words'
import { routes, type SitePath } from '@/lib/site/routes'
import { withTimeout } from '@/lib/time/timeout'

/** A page to open, or an action on this page. */
type NextStepTarget = SitePath | (() => void)

/** The next steps a page can offer. */
export type NextSteps = Partial<Record<NextStep, NextStepTarget>>

/** For `useAction`, if its work throws. */
export const unexpectedError: IdentityError = { code: 'sdk-fault' }

/** Always offered. */
const everyPage: NextSteps = { contact: routes.contact, 'sign-in-link': routes.loginAs({ mode: 'link' }) }

type Props = { problem: IdentityError; nextSteps?: NextSteps | undefined }

/** What went wrong at the identity provider or while opening the session, and what to do next. */
export function IdentityErrorMessage({ problem, nextSteps = {} }: Props) {
  const { code } = problem
  const table = useErrorTable()
  useEffect(() => void loadErrorTable(), [])
  useEffect(() => {
    if (table && table !== 'missing') table.reportIdentityError({ code })
  }, [table, code])
  if (!table) return null
  if (table === 'missing') return <Problem>{describeFallback(code)}</Problem>
  const { next } = table.identityFailure(code)
  const label = table.nextStepLabels[next]
  const target = nextSteps[next] ?? everyPage[next]
  return (
    <Problem>
      <span>{table.describeIdentityError(problem)}</span>
      {target && label && (
        <>
          {' '}
          <NextStepControl target={target} label={label} />
        </>
      )}
    </Problem>
  )
}

/** Returns whether an error is about a field's input: only then mark the field. */
export function useIsAboutField(problem: IdentityError | null): (field: InputField) => boolean {
  const table = useErrorTable()
  return (field) =>
    problem !== null && table !== null && table !== 'missing' && table.isAboutInput(problem.code, field)
}

function useErrorTable() {
  return useSyncExternalStore(errorTable.subscribe, errorTable.current, () => null)
}

/** The table of error messages, loaded with the first error: null until then, `missing` if it can't be loaded. */
export const errorTable = observable<typeof ErrorTable | 'missing', null>(null)

/** After this long without the table, users get a fallback message. */
const maxWaitMs = 5_000

/** Loads the table unless it's loaded. Doesn't reject if its chunk can't be loaded. */
export async function loadErrorTable(): Promise<void> {
  const table = errorTable.current()
  if (table !== null && table !== 'missing') return
  try {
    errorTable.set(await withTimeout(import('@/lib/browser/identity/error-message'), maxWaitMs))
  } catch (error) {
    if (!isChunkLoadError(error) && codeOf(error) !== 'timeout') throw error
    errorTable.set('missing')
  }
}

type AlertProps = { id?: string; problem: IdentityError | null; nextSteps?: NextSteps | undefined }

/** Announces an error. */
export function IdentityAlert({ id, problem, nextSteps }: AlertProps) {
  return (
    <div role="alert" id={id}>
      {problem && <IdentityErrorMessage problem={problem} nextSteps={nextSteps} />}
    </div>
  )
}

function NextStepControl({ target, label }: { target: NextStepTarget; label: string }) {
  if (typeof target === 'string') return <a href={target}>{label}</a>
  return (
    <button type="button" className={button.inline} onClick={target}>
      {label}
    </button>
  )
}
