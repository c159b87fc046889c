import 'client-only'

/**
 * Extensions and proxies change pages before React starts. Where its tree doesn't fit theirs, React renders the page again,
 * with new fields: what was typed into the old ones stays.
 */

type Field = HTMLInputElement | HTMLTextAreaElement

/** Call before React starts. Returns how to copy what was typed, and the focus, to fields that have replaced others. */
export function watchFields(): () => void {
  const fields = allFields()
  let focused: EventTarget | null = document.activeElement
  document.addEventListener('focusin', ({ target }) => {
    // Not of a new field, which an effect may focus.
    if (fields.some((field) => field === target)) focused = target
  })
  return () => {
    for (const old of fields.filter(({ isConnected }) => !isConnected)) {
      const replacement = allFields().find((field) => keyOf(field) === keyOf(old))
      if (!replacement) continue
      if (old.value !== old.defaultValue && replacement.value === replacement.defaultValue)
        typeInto(replacement, old.value)
      if (old === focused) replacement.focus()
    }
  }
}

/** React's code for a page whose HTML isn't what it renders, which it then renders again (react.dev/errors/418). */
export function isMismatch(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Minified React error #418;')
}

function allFields(): Field[] {
  return [...document.querySelectorAll<Field>('input, textarea')]
}

/** A note's fields have no name, as nothing but our code sends them. */
function keyOf({ type, name, ariaLabel }: Field): string {
  return [type, name, ariaLabel].join()
}

/** As typing does: by the prototype's setter, as React overrides the element's own to ignore what scripts set. */
function typeInto(field: Field, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
