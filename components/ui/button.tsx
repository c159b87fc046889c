'use client'
import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { useHydrated } from './hydrated'

/** `danger`: can't be undone. `dangerQuiet`: leads there, or can be undone. `text`: looks like a link. */
export type Look = 'primary' | 'quiet' | 'danger' | 'dangerQuiet' | 'text'

type Props = Omit<ComponentProps<'button'>, 'disabled'> & { look?: Look; isBusy?: boolean }

/** Disabled until hydration, when a click would be lost. While busy it ignores clicks but keeps the focus. */
export function Button({ look = 'quiet', isBusy, className = '', onClick, ...props }: Props) {
  const isHydrated = useHydrated()
  return (
    <button
      type="button"
      {...props}
      className={`${styles[look]} ${className}`}
      disabled={!isHydrated}
      aria-disabled={isBusy}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    />
  )
}
