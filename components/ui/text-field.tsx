import type { ComponentProps } from 'react'
import field from './form.module.css'

type Props = Omit<ComponentProps<'input'>, 'className'> & {
  label: string
  isInvalid: boolean
  describedBy?: string
}

export function TextField({ label, isInvalid, describedBy, ...input }: Props) {
  return (
    <label className={field.field}>
      {label}
      <input
        {...input}
        className={field.input}
        aria-invalid={isInvalid ? true : undefined}
        aria-describedby={describedBy}
      />
    </label>
  )
}

/** Marked as the username for password managers; pass `autoComplete` for any other address. */
export function EmailField({ label = 'Email', ...props }: Omit<Props, 'label'> & { label?: string }) {
  return (
    <TextField
      autoComplete="username"
      {...props}
      label={label}
      name="email"
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}
