'use client'
import { useId } from 'react'
import { type CoolDown, CoolDownReason } from '@/components/email-link/cool-down'
import { IdentityAlert, type Ways } from '@/components/identity/identity-problem'
import type { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import message from '@/components/ui/message.module.css'
import { TextField } from '@/components/ui/text-field'
import type { PublicConfig } from '@/lib/config/config'
import { isAboutInput } from '@/lib/identity/error-words'
import type { IdentityProblem } from '@/lib/identity/problem'

type FieldProps = { problem: IdentityProblem | null; ways?: Ways }

/** A code of six digits, which phones fill in by themselves, and what is wrong with it. */
export function CodeField({ problem, ways }: FieldProps) {
  const messageId = useId()
  return (
    <>
      <IdentityAlert id={messageId} problem={problem} ways={ways} />
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        // What the person came from is hidden.
        autoFocus
        required
        isInvalid={problem !== null && isAboutInput(problem.code, 'code')}
        describedBy={messageId}
      />
    </>
  )
}

type SendingProps = {
  config: PublicConfig
  sending: ReturnType<typeof useAction<IdentityProblem>>
  coolDown: CoolDown
  ways?: Ways
  onPress: () => void
}

/** Where a code was sent, and another one, after a while. */
export function CodeSending({ config, sending, coolDown, ways, onPress }: SendingProps) {
  const { isBusy, problem, done } = sending
  const reasonId = useId()
  return (
    <div>
      <IdentityAlert problem={problem} ways={ways} />
      <div role="status">
        {isBusy && <p className={message.hint}>Sending a code…</p>}
        {done && (
          <div className={message.note}>
            <p>{done}</p>
            {config.emulatorUrl && (
              <p>Emulator mode sends no messages: the code is printed where Foyer was started.</p>
            )}
          </div>
        )}
      </div>
      <Button isBusy={isBusy || coolDown.secondsLeft > 0} aria-describedby={reasonId} onClick={onPress}>
        Send a new code
      </Button>
      <CoolDownReason id={reasonId} secondsLeft={coolDown.secondsLeft} />
    </div>
  )
}
