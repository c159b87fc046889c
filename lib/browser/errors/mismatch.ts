import 'client-only'
/**
 * Extensions and proxies change pages before React starts. Where its tree doesn't fit theirs, React renders the page again,
 * with new fields: what was typed into the old ones stays. Loaded when that has happened.
 */

export type Field = HTMLInputElement | HTMLTextAreaElement

/** Copies what was typed, and the focus, to the fields that have replaced others. */
export function restoreFields(before: Iterable<Field>, focused: Element | null): void {
  const now = [...document.querySelectorAll<Field>('input,textarea')]
  for (const old of before) {
    const field = now.find((field) => keyOf(field) === keyOf(old))
    if (!field || field === old) continue
    if (field.value === field.defaultValue && field.value !== old.value) {
      field.value = old.value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (old === focused) field.focus()
  }
}

/** A note's fields have no name, as nothing but our code sends them. */
function keyOf({ type, name, ariaLabel }: Field): string {
  return [type, name, ariaLabel].join()
}
