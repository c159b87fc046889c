/** Whether PostgreSQL keeps a text as it is: it refuses NUL and replaces lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}
