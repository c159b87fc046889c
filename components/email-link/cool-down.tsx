'use client'
import { useEffect, useState } from 'react'
import message from '@/components/ui/message.module.css'
import styles from './email-link.module.css'

/** So repeated presses don't fill a mailbox. */
const coolDownMs = 60_000

export type CoolDown = { secondsLeft: number; start: () => void }

/** Counts down after each `begin`. */
export function useCoolDown(): CoolDown {
  const [endsAt, setEndsAt] = useState(0)
  const [secondsLeft, setSecondsLeft] = useState(0)

  useEffect(() => {
    if (endsAt === 0) return
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))
      setSecondsLeft(left)
      if (left === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [endsAt])

  function begin() {
    setSecondsLeft(coolDownMs / 1000)
    setEndsAt(performance.now() + coolDownMs)
  }

  return { secondsLeft, start: begin }
}

/** Why the button does nothing yet. Describes the button: announcing every second would be too much. */
export function CoolDownReason({ id, secondsLeft }: { id: string; secondsLeft: number }) {
  return (
    <p id={id} className={`${message.hint} ${styles.coolDown}`}>
      {secondsLeft > 0 &&
        `You can request another in ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}.`}
    </p>
  )
}
