'use client'
/** Loads on demand. */
import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useEffect, useRef, useState } from 'react'
import { IdentityAlert, unexpectedError } from '@/components/identity/error-message'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { useCopy } from '@/components/ui/copy'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { startTotpEnrollment } from '@/lib/browser/account/second-factors'
import type { Enrollment } from '@/lib/browser/identity/firebase'
import type { IdentityError } from '@/lib/identity/error-words'
import { type AuthenticatorKey, authenticatorLink } from '@/lib/identity/second-factor'
import { accountNextSteps } from '../step-message'
import { EnrollmentCodeForm, type EnrollmentProps } from './enrollment'
import styles from './second-factors.module.css'

type TotpEnrollment = Enrollment & { key: AuthenticatorKey }

/** Shows a new key as a QR code and as text, and asks for the app's code. */
export function AuthenticatorForm(props: EnrollmentProps) {
  const { person, config, stepUp, onCancel } = props
  const [enrollment, setEnrollment] = useState<TotpEnrollment | null>(null)
  const { isBusy, problem, run } = useAction<IdentityError>(unexpectedError)

  async function start() {
    const step = () => startTotpEnrollment({ config, userId: person.userId })
    const outcome = await stepUp.perform({ step })
    if (outcome?.status === 'done') setEnrollment(outcome.value)
    else if (!outcome) onCancel()
    return outcome?.status === 'failed' ? { problem: outcome } : null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on mount
  useEffect(() => void run(start), [])

  if (!enrollment)
    return (
      <div className={form.form}>
        <IdentityAlert problem={problem} nextSteps={accountNextSteps} />
        <p role="status">{isBusy && 'Getting a key for your app…'}</p>
        <div className={form.actions}>
          {problem && <Button onClick={() => run(start)}>Try again</Button>}
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    )
  const link = authenticatorLink(enrollment.key, person.email ?? person.userId)
  return (
    <div className={styles.steps}>
      <p>Scan this with your authenticator app, or enter the key by hand.</p>
      <QrCode text={link} label="QR code for your authenticator app" />
      <SecretKey secret={enrollment.key.secret} />
      <p className={message.hint}>
        Is the app on this device? <a href={link}>Open it with the key</a>. Anyone with the key can create
        your codes, so keep it secret.
      </p>
      <EnrollmentCodeForm {...props} enrollment={enrollment} suggestedName="Authenticator app" />
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
    <div className={styles.key}>
      <code ref={text}>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      <Button onClick={copy}>Copy key</Button>
      <span role="status">{words}</span>
    </div>
  )
}
