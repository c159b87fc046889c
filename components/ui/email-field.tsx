import type { RefObject } from 'react'
import field from './field.module.css'

type Props = {
  label?: string
  /** `username` where it signs in, for password managers; `email` where it is a new one. */
  autoComplete?: 'username' | 'email'
  input?: RefObject<HTMLInputElement | null>
  defaultValue?: string
  isInvalid: boolean
  describedBy: string
}

/** An email address, as browsers and password managers know it. */
export function EmailField({
  label = 'Email',
  autoComplete = 'username',
  input,
  defaultValue,
  isInvalid,
  describedBy,
}: Props) {
  return (
    <label className={field.field}>
      {label}
      <input
        ref={input}
        className={field.input}
        name="email"
        type="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={defaultValue}
        aria-invalid={isInvalid ? true : undefined}
        aria-describedby={describedBy}
      />
    </label>
  )
}
