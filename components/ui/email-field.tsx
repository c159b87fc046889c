import type { RefObject } from 'react'
import field from './field.module.css'

type Props = {
  label?: string
  /** `username` to sign in, for password managers; `email` for a new address. */
  autoComplete?: 'username' | 'email'
  input?: RefObject<HTMLInputElement | null>
  defaultValue?: string
  isInvalid: boolean
  describedBy: string
}

/** An email address, with the attributes that password managers look for. */
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
