'use client'
/** The forms that add a second factor, loaded on demand. */
import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { type ReactNode, useRef, useState } from 'react'
import { useCoolDown } from '@/components/email-link/send-button'
import { unexpectedError } from '@/components/identity/error-message'
import { useIdentityFormError } from '@/components/identity/form-error'
import { CodeField, CodeSent, ResendCode } from '@/components/second-factor/code'
import { type ActionOutcome, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { useCopy } from '@/components/ui/copy'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { TextField } from '@/components/ui/text-field'
import type { Person } from '@/lib/account'
import {
  confirmEnrollment,
  type FactorChange,
  startSmsEnrollment,
} from '@/lib/browser/account/second-factors'
import type { Enrollment } from '@/lib/browser/identity/firebase'
import { invalidInput } from '@/lib/browser/identity/input'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error-words'
import {
  type AuthenticatorKey,
  authenticatorLink,
  maxFactorNameLength,
  parsePhoneNumber,
} from '@/lib/identity/second-factor'
import { FormActions } from '../row'
import { accountNextSteps } from '../step-message'
import type { StepUp } from '../step-up'
import styles from './second-factors.module.css'

type Props = {
  person: Person
  config: PublicConfig
  stepUp: StepUp
  onAdded: (change: FactorChange & { status: 'changed' }) => void
  onCancel: () => void
}

type AuthenticatorProps = Props & { enrollment: Enrollment & { key: AuthenticatorKey } }

/** Shows a new key as a QR code and as text, and asks for the app's code. */
export function AuthenticatorForm(props: AuthenticatorProps) {
  const { person, enrollment } = props
  const link = authenticatorLink(enrollment.key, person.email ?? person.userId)
  return (
    <div className={form.form}>
      <p>Scan this with your authenticator app, or enter the key by hand.</p>
      <QrCode text={link} label="QR code for your authenticator app" />
      <SecretKey secret={enrollment.key.secret} />
      <p className={message.hint}>
        Is the app on this device? <a href={link}>Open it with the key</a>. Anyone with the key can create
        your codes, so keep it secret.
      </p>
      <EnrollmentCodeForm {...props} suggestedName="Authenticator app" />
    </div>
  )
}

/** The quiet zone that ISO/IEC 18004 requires. */
const quietZoneModules = 4

/** A QR code, drawn in the browser so that the secret doesn't leave it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const side = code.size + 2 * quietZoneModules
  return (
    <svg
      className={styles.qr}
      viewBox={`${-quietZoneModules} ${-quietZoneModules} ${side} ${side}`}
      role="img"
      aria-label={label}
    >
      <path d={toSvgPath(code)} />
    </svg>
  )
}

/** Grouped in fours for typing; copied without the spaces. */
function SecretKey({ secret }: { secret: string }) {
  const text = useRef<HTMLElement>(null)
  const { copy, words } = useCopy(secret, () => {
    if (text.current) getSelection()?.selectAllChildren(text.current)
  })
  return (
    <div className="row">
      <code ref={text} className={styles.key}>
        {secret.replace(/.{4}(?=.)/g, '$& ')}
      </code>
      <Button onClick={copy}>Copy key</Button>
      <span role="status">{words}</span>
    </div>
  )
}

type SmsEnrollment = { number: string; enrollment: Enrollment }

/** Asks for a phone number, texts a code to it, and asks for the code. */
export function PhoneForm(props: Props) {
  const { person, config, stepUp, onCancel } = props
  const [started, setStarted] = useState<SmsEnrollment | null>(null)
  const sending = useAction<IdentityError>(unexpectedError)
  const coolDown = useCoolDown()
  const error = useIdentityFormError(sending.problem, accountNextSteps)

  async function send(input: string): Promise<ActionOutcome<IdentityError>> {
    const { number, problem } = parsePhoneNumber(input)
    if (problem) return { problem: { code: problem } }
    const step = () => startSmsEnrollment({ config, ...person }, number)
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
  return (
    <form
      {...sending.formProps((formData) => send(String(formData.get('phone'))), invalidInput)}
      className={form.form}
    >
      <TextField
        label="Phone number, with the country code"
        name="phone"
        type="tel"
        autoComplete="tel"
        placeholder="+44 …"
        // The pressed button has disappeared.
        autoFocus
        required
        error={error}
      />
      <p className={message.hint}>
        We’ll text you a code now and each time you sign in. An authenticator app is safer and works without a
        signal.
      </p>
      <FormActions submit="Send a code" busy="Sending a code…" isBusy={sending.isBusy} onCancel={onCancel} />
      {error.at('form')}
    </form>
  )
}

type CodeFormProps = Props & {
  enrollment: Enrollment
  suggestedName: string
  sentMessage?: ReactNode
  resend?: ReactNode
}

/** The form for the code that completes the enrollment, and a label. */
function EnrollmentCodeForm(props: CodeFormProps) {
  const { person, config, stepUp, enrollment, suggestedName, sentMessage, resend, onAdded, onCancel } = props
  const { isBusy, problem, formProps } = useAction<IdentityError>(unexpectedError)
  const error = useIdentityFormError(problem)

  async function submit(
    formData: FormData,
    formElement: HTMLFormElement,
  ): Promise<ActionOutcome<IdentityError>> {
    const code = String(formData.get('code'))
    const name = String(formData.get('name')).trim()
    const step = () => confirmEnrollment({ config, ...person }, enrollment, { code, name })
    const outcome = await stepUp.perform({ step })
    if (outcome?.status === 'changed') {
      onAdded(outcome)
      return null
    }
    formElement.querySelector<HTMLInputElement>('[name=code]')?.select()
    return outcome && { problem: outcome }
  }

  return (
    <form {...formProps(submit, invalidInput)} className={form.form}>
      {sentMessage}
      <CodeField error={error} />
      <TextField
        label="Label"
        name="name"
        autoComplete="off"
        maxLength={maxFactorNameLength}
        defaultValue={suggestedName}
      />
      <FormActions submit="Turn on" isBusy={isBusy} onCancel={onCancel} />
      {error.at('form')}
      {resend}
    </form>
  )
}
