'use client'
import { type CoolDown, SendButton } from '@/components/email-link/send-button'
import { IdentityAlert, type NextSteps } from '@/components/identity/error-message'
import type { useAction } from '@/components/ui/action'
import type { FormError } from '@/components/ui/form-error'
import message from '@/components/ui/message.module.css'
import { TextField } from '@/components/ui/text-field'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error-words'
import { parseCode } from '@/lib/identity/second-factor'
import styles from './second-factor.module.css'

type FieldProps = {
  error: FormError
  /** Submits the form once the code is complete; for forms without other fields. */
  submits?: boolean
}

/** A field for a 6-digit code, which phones autofill. */
export function CodeField({ error, submits = false }: FieldProps) {
  return (
    <TextField
      label="6-digit code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // What had the focus is hidden.
      autoFocus
      required
      onInput={({ currentTarget: { value, form } }) => submits && parseCode(value) && form?.requestSubmit()}
      error={error}
    />
  )
}

type Sending = ReturnType<typeof useAction<IdentityError>>
type SentProps = { config: PublicConfig; sending: Sending; nextSteps?: NextSteps }

/** Announces where a code was sent, or why not. */
export function CodeSent({ config, sending: { isBusy, problem, done }, nextSteps }: SentProps) {
  return (
    <div className={styles.sent}>
      <IdentityAlert problem={problem} nextSteps={nextSteps} />
      <div role="status">
        {isBusy && <p className={message.hint}>Sending a code…</p>}
        {done && (
          <div className={message.done}>
            <p>{done}</p>
            {config.emulatorUrl && (
              <p>Emulator mode sends no text messages. The code is printed where the site was started.</p>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

type ResendProps = { sending: Sending; coolDown: CoolDown; onPress: () => void }

/** Sends a new code, after a cool-down. */
export function ResendCode({ sending: { isBusy }, coolDown, onPress }: ResendProps) {
  return (
    <div className={styles.again}>
      <SendButton {...{ isBusy, coolDown }} label="Send a new code" onClick={onPress} />
    </div>
  )
}
