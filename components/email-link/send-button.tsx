'use client'
import { type ComponentProps, useEffect, useId, useState } from 'react'
import { IdentityAlert, type NextSteps, unexpectedError } from '@/components/identity/error-message'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error-words'
import styles from './email-link.module.css'

type Sending = { status: 'done' } | ({ status: 'failed' } & IdentityError)

/** `send` resolves to null if the user cancels. */
type Props = {
  config: PublicConfig
  label: string
  answer: string
  send: () => Promise<Sending | null>
  nextSteps?: NextSteps
}

/** Sends an email to an address we know, and shows the outcome. */
export function MailButton({ config, label, answer, send, nextSteps }: Props) {
  const coolDown = useCoolDown()
  const { isBusy, problem, done, run } = useAction<IdentityError>(unexpectedError)

  async function press() {
    const outcome = await send()
    if (outcome?.status !== 'done') return outcome && { problem: outcome }
    coolDown.start()
    return { done: answer }
  }

  return (
    <div className={form.form}>
      <SendButton {...{ isBusy, coolDown, label }} onClick={() => run(press)} />
      <IdentityAlert problem={problem} nextSteps={nextSteps} />
      <MailAnswer config={config} words={done} />
    </div>
  )
}

type SendProps = ComponentProps<typeof Button> & { label: string; isBusy: boolean; coolDown: CoolDown }

/** Sends an email, then waits for the cool-down. */
export function SendButton({ label, isBusy, coolDown, ...props }: SendProps) {
  const reasonId = useId()
  return (
    <>
      <Button {...props} isBusy={isBusy || coolDown.secondsLeft > 0} aria-describedby={reasonId}>
        {isBusy ? 'Sending…' : label}
      </Button>
      <CoolDownReason id={reasonId} secondsLeft={coolDown.secondsLeft} />
    </>
  )
}

/** Announces what was sent, or where to find it, as the emulator sends no email. */
export function MailAnswer({ config, words }: { config: PublicConfig; words: string | null }) {
  return (
    <div role="status">
      {words && (
        <div className={message.done}>
          <p>{words}</p>
          {config.emulatorUrl && (
            <p>Emulator mode sends no email. The message is printed where the site was started.</p>
          )}
        </div>
      )}
    </div>
  )
}

/** Keeps repeated presses from flooding a mailbox. */
const coolDownMs = 60_000

export type CoolDown = { secondsLeft: number; start: () => void }

export function useCoolDown(): CoolDown {
  const [endsAt, setEndsAt] = useState(0)
  const [secondsLeft, setSecondsLeft] = useState(0)

  useEffect(() => {
    if (endsAt === 0) return
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))
      setSecondsLeft(remaining)
      if (remaining === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [endsAt])

  function start() {
    setSecondsLeft(coolDownMs / 1000)
    setEndsAt(performance.now() + coolDownMs)
  }

  return { secondsLeft, start }
}

/** Why the button doesn't work yet. Describes the button: announcing every second would be too much. */
function CoolDownReason({ id, secondsLeft }: { id: string; secondsLeft: number }) {
  return (
    <p id={id} className={`${message.hint} ${styles.coolDown}`}>
      {secondsLeft > 0 &&
        `You can request another in ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}.`}
    </p>
  )
}
