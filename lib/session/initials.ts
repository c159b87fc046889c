/** Initials from the first and last word of the name, else from the first two words of the email address, else `?`. */
export function initialsOf({ name, email }: { name: string | null; email: string | null }): string {
  const [first, ...others] = firstLetters(name, /\s+/)
  if (first) return first + (others.at(-1) ?? '')
  const [address = ''] = (email ?? '').split('@')
  return (
    firstLetters(address, /[^\p{L}\p{N}]+/u)
      .slice(0, 2)
      .join('') || '?'
  )
}

/** NFC joins separate accents with their letters. */
function firstLetters(text: string | null, gap: RegExp): string[] {
  const words = (text ?? '').normalize('NFC').split(gap)
  return words.flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toUpperCase() ?? [])
}
