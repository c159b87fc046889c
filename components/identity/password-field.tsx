'use client'
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import field from '@/components/ui/form.module.css'
import type { FormError } from '@/components/ui/form-error'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { failureOf } from '@/lib/browser/identity/fault'
import type { PublicConfig } from '@/lib/config/config'
import type { RulesProps } from './password-rules'
import styles from './password-rules.module.css'

/** Loaded for a new password only. Without it the provider alone checks. */
const loadRules = () => import('./password-rules')

/** Loads the rules before the form needs them. */
export function preloadPasswordRules(): void {
  loadRules().catch(failureOf)
}

type Props = {
  label?: string
  isNew: boolean
  isRequired?: boolean
  error: FormError
  describedBy?: string
  /** For the policy of a new password, which shows no rules without it. */
  config?: PublicConfig
  /** Shown beside the label; follows the field in tab order. */
  aside?: ReactNode
}

/**
 * A password field that can show its content. Paste and password managers work (OWASP ASVS 6.2.7). A new password that
 * the provider's policy would reject blocks submission.
 */
export function PasswordField({
  label = 'Password',
  isNew,
  isRequired = true,
  error,
  describedBy = '',
  config,
  aside,
}: Props) {
  const [isShown, setShown] = useState(false)
  const [typed, setTyped] = useState('')
  const [Rules, setRules] = useState<ComponentType<RulesProps> | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const fieldId = useId()
  const rulesId = useId()

  useEffect(() => {
    if (isNew) void ifLoaded(loadRules(), ({ PasswordRules }) => setRules(() => PasswordRules))
  }, [isNew])

  return (
    <div className={field.withError}>
      <div className={`${field.field} ${styles.password}`}>
        <label htmlFor={fieldId}>{label}</label>
        <div className={styles.passwordRow}>
          <input
            id={fieldId}
            ref={input}
            className={field.input}
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            required={isRequired}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            aria-invalid={error.isInvalid('password') || undefined}
            aria-describedby={`${error.id} ${isNew ? rulesId : ''} ${describedBy}`.trim()}
          />
          <button type="button" className={styles.reveal} onClick={() => setShown(!isShown)}>
            <span>{isShown ? 'Hide' : 'Show'}</span>
            <span className="visually-hidden"> password</span>
          </button>
        </div>
        <span className={styles.aside}>{aside}</span>
        {isNew && Rules && config && <Rules id={rulesId} input={input} typed={typed} config={config} />}
      </div>
      {error.at('password')}
    </div>
  )
}
