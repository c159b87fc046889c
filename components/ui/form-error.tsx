import { type ReactNode, useId } from 'react'
import styles from './form.module.css'
import message from './message.module.css'

export type FormError = ReturnType<typeof useFormError>

/** A form's error, in the same place in every form: below the one field it's about, else below the buttons. */
export function useFormError(fields: readonly string[], words: ReactNode) {
  const id = useId()
  const position = fields.length === 1 ? fields[0] : 'form'
  return {
    /** Describes each field. */
    id,
    isInvalid: (field: string) => fields.includes(field),
    at: (place: string) => (
      <div
        role="alert"
        className={place === 'form' ? undefined : styles.fieldError}
        id={place === position ? id : undefined}
      >
        {place === position && words}
      </div>
    ),
  }
}

/** An error's words, scrolled into view: above a phone's keyboard there's little room. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p ref={showInView} className={message.problem}>
      {children}
    </p>
  )
}

function showInView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
