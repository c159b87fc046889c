'use client'
import { useEffect, useState } from 'react'
import message from '@/components/ui/message.module.css'
import styles from './email-link.module.css'

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
export function CoolDownReason({ id, secondsLeft }: { id: string; secondsLeft: number }) {
  return (
    <p id={id} className={`${message.hint} ${styles.coolDown}`}>
      {secondsLeft > 0 &&
        `You can request another in ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}.`}
    </p>
  )
}
