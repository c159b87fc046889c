/** Initials for the header: of the first and last words of a person's name, else of their address's first two; else `?`. */
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

/** Accents that stand by themselves belong to their letters. */
function firstLetters(text: string | null, gap: RegExp): string[] {
  const words = (text ?? '').normalize('NFC').split(gap)
  return words.flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toUpperCase() ?? [])
}
