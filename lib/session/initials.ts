/** A person's initials in the header: the first letters of an address's first two words; `?` if there is no address. */
export function initialsOf(email: string | null): string {
  const words = (email?.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return (
    words
      .slice(0, 2)
      .map(([letter = '']) => letter.toUpperCase())
      .join('') || '?'
  )
}
