'use client'
import { useId, useState } from 'react'
import field from './field.module.css'
import styles from './sign-in-form.module.css'
import unseen from './unseen.module.css'

type Props = { isNew: boolean; isInvalid: boolean; messageId: string }

/** A password with a way to see it. Paste and password managers are welcome (OWASP ASVS 6.2.7). */
export function PasswordField({ isNew, isInvalid, messageId }: Props) {
  const [isShown, setShown] = useState(false)
  const fieldId = useId()
  const hintId = useId()
  return (
    <div className={field.field}>
      <label htmlFor={fieldId}>Password</label>
      <div className={styles.passwordRow}>
        <input
          id={fieldId}
          className={field.input}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-invalid={isInvalid ? true : undefined}
          aria-describedby={isNew ? `${messageId} ${hintId}` : messageId}
        />
        <button
          type="button"
          className={styles.reveal}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
          <span className={unseen.unseen}> password</span>
        </button>
      </div>
      {isNew && (
        <p id={hintId} className={styles.hint}>
          At least 6 characters. Longer is better.
        </p>
      )}
    </div>
  )
}
