'use client'
import { type FormError, useFormError } from '@/components/ui/form-error'
import { type IdentityError, type InputField, isAboutInput } from '@/lib/identity/error-words'
import { IdentityErrorMessage, type NextSteps } from './error-message'

const fields: readonly InputField[] = ['email', 'password', 'code', 'phone']

/** A form's error from the sign-in service. The sign-in form has its own, as it loads the table of errors late. */
export function useIdentityFormError(problem: IdentityError | null, nextSteps?: NextSteps): FormError {
  return useFormError(
    fields.filter((field) => problem && isAboutInput(problem.code, field)),
    problem && <IdentityErrorMessage problem={problem} nextSteps={nextSteps} />,
  )
}
