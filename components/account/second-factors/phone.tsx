'use client'
/** Loads on demand. */
import { useId, useState } from 'react'
import { useCoolDown } from '@/components/email-link/cool-down'
import { IdentityAlert, unexpectedError } from '@/components/identity/error-message'
import { CodeSent, ResendCode } from '@/components/second-factor/code'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { TextField } from '@/components/ui/text-field'
import { startSmsEnrollment } from '@/lib/browser/account/second-factors'
import type { Enrollment } from '@/lib/browser/identity/firebase'
import { type IdentityError, isAboutInput } from '@/lib/identity/error-words'
import { parsePhoneNumber } from '@/lib/identity/second-factor'
import styles from '../account.module.css'
import { accountNextSteps } from '../step-message'
import { EnrollmentCodeForm, type EnrollmentProps } from './enrollment'

type SmsEnrollment = { number: string; enrollment: Enrollment }

/** Asks for a phone number, texts a code to it, and asks for the code. */
export function PhoneForm(props: EnrollmentProps) {
  const { person, config, stepUp, onCancel } = props
  const [started, setStarted] = useState<SmsEnrollment | null>(null)
  const sending = useAction<IdentityError>(unexpectedError)
  const coolDown = useCoolDown()
  const messageId = useId()

  async function send(input: string): Promise<ActionOutcome<IdentityError>> {
    const { number, problem } = parsePhoneNumber(input)
    if (problem) return { problem: { code: problem } }
    const step = () => startSmsEnrollment({ config, userId: person.userId }, number)
    const outcome = await stepUp.perform({ step })
    if (outcome?.status !== 'done') return outcome && { problem: outcome }
    setStarted({ number, enrollment: outcome.value })
    coolDown.start()
    return { done: `We’ve sent a code to ${number}.` }
  }

  if (started)
    return (
      <EnrollmentCodeForm
        {...props}
        enrollment={started.enrollment}
        suggestedName="My phone"
        sentMessage={<CodeSent {...{ config, sending }} />}
        resend={
          <ResendCode {...{ sending, coolDown }} onPress={() => sending.run(() => send(started.number))} />
        }
      />
    )
  const { isBusy, problem } = sending
  return (
    <form
      {...sending.formProps((formData) => send(String(formData.get('phone'))))}
      className={`${form.form} ${styles.form}`}
    >
      <IdentityAlert id={messageId} problem={problem} nextSteps={accountNextSteps} />
      <TextField
        label="Phone number, with the country code"
        name="phone"
        type="tel"
        autoComplete="tel"
        placeholder="+44 …"
        // The pressed button has disappeared.
        autoFocus
        required
        isInvalid={problem !== null && isAboutInput(problem.code, 'phone')}
        describedBy={messageId}
      />
      <p className={message.hint}>
        We’ll text you a code now and each time you sign in. An authenticator app is safer and works without a
        signal.
      </p>
      <div className={form.actions}>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {isBusy ? 'Sending a code…' : 'Send a code'}
        </Button>
        <Button isBusy={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
