/** An element by kind and accessible name. */
export type Target = { css: string; name: string; within: string | null }

const kinds = {
  button: 'button, summary, [role=button]',
  link: 'a[href]',
  field: 'input, textarea, select',
  heading: 'h1, h2, h3',
  dialog: 'dialog[open]',
} as const

/** The element of this kind and name, within one that matches `within` if given. */
export function the(kind: keyof typeof kinds, name: string, within: string | null = null): Target {
  return { css: kinds[kind], name, within }
}

/**
 * Runs in the page: the target's element; null unless it can be used. Computes names as far as our pages need it, as WebKitGTK's
 * WebDriver doesn't.
 */
export function locate({ css, name, within }: Target): HTMLElement | null {
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden'
  }
  const nameOf = (element: HTMLElement) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labelledBy = ids.map((id) => document.getElementById(id)?.textContent).join(' ')
    const label = (element as HTMLInputElement).labels?.[0]?.textContent
    return words(element.getAttribute('aria-label') || labelledBy || label || element.textContent)
  }
  const roots = within === null ? [document] : [...document.querySelectorAll(within)]
  const found = roots
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>(css)])
    // A name may go on after a comma, as that of the account menu with the initials.
    .find((element) => isShown(element) && `${nameOf(element)}, `.startsWith(`${name}, `))
  if (!found || found.matches(':disabled, [aria-disabled=true]')) return null
  return found
}

/** Runs in the page: focuses a field and selects its text. */
export function selectField(field: HTMLElement): void {
  field.focus()
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
}
