'use client'
import { type ComponentProps, useId } from 'react'
import { IdentityAlert, type NextSteps, unexpectedError } from '@/components/identity/error-message'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError as Problem } from '@/lib/identity/error'
import { type CoolDown, CoolDownReason, useCoolDown } from './cool-down'

type Sending = { status: 'done' } | ({ status: 'failed' } & Problem)

/** `send` resolves to null if the person cancels. */
type Props = {
  config: PublicConfig
  label: string
  answer: string
  send: () => Promise<Sending | null>
  nextSteps?: NextSteps
}

/** Sends a message to an address we know, and reports the outcome. */
export function MailButton({ config, label, answer, send, nextSteps: ways }: Props) {
  const coolDown = useCoolDown()
  const { isBusy, problem, done, run } = useAction<Problem>(unexpectedError)

  async function press() {
    const outcome = await send()
    if (outcome?.status !== 'done') return outcome && { problem: outcome }
    coolDown.start()
    return { done: answer }
  }

  return (
    <div className={form.form}>
      <IdentityAlert problem={problem} nextSteps={ways} />
      <SendButton {...{ isBusy, coolDown, config, label }} answer={done} onClick={() => run(press)} />
    </div>
  )
}

type SendProps = Pick<Props, 'config' | 'label'> &
  ComponentProps<typeof Button> & { isBusy: boolean; coolDown: CoolDown; answer: string | null }

/** Sends a message, then waits for the cool-down; says so, and what was sent. */
export function SendButton({ config, label, isBusy, coolDown, answer, ...props }: SendProps) {
  const reasonId = useId()
  return (
    <>
      <Button {...props} isBusy={isBusy || coolDown.secondsLeft > 0} aria-describedby={reasonId}>
        {isBusy ? 'Sending…' : label}
      </Button>
      <CoolDownReason id={reasonId} secondsLeft={coolDown.secondsLeft} />
      <MailAnswer config={config} words={answer} />
    </>
  )
}

/** Announces what was sent. The emulator sends no mail, so it then says where to look. */
export function MailAnswer({ config, words }: { config: PublicConfig; words: string | null }) {
  return (
    <div role="status">
      {words && (
        <div className={message.done}>
          <p>{words}</p>
          {config.emulatorUrl && (
            <p>Emulator mode sends no email. The message is printed where Foyer was started.</p>
          )}
        </div>
      )}
    </div>
  )
}
