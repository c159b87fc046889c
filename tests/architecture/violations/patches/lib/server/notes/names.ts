import 'server-only'

export function countReads(): void {
  const list = Array.prototype as { at: unknown }
  list.at = () => undefined
}
