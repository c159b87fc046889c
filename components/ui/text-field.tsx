import type { ComponentProps } from 'react'
import field from './form.module.css'
import type { FormError } from './form-error'

type Props = Omit<ComponentProps<'input'>, 'className'> & {
  label: string
  name: string
  error?: FormError
  describedBy?: string
}

export function TextField({ label, error, describedBy = '', ...input }: Props) {
  return (
    <div className={error && field.withError}>
      <label className={field.field}>
        {label}
        <input
          {...input}
          className={field.input}
          aria-invalid={error?.isInvalid(input.name) || undefined}
          aria-describedby={`${error?.id ?? ''} ${describedBy}`.trim() || undefined}
        />
      </label>
      {error?.at(input.name)}
    </div>
  )
}

/** Marked as the username for password managers; pass `autoComplete` for any other address. */
export function EmailField({
  label = 'Email',
  ...props
}: Omit<Props, 'label' | 'name'> & { label?: string }) {
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
