import 'server-only'
import { isStorable } from '@/lib/notes/limits'

/** What was typed into the search field as words, at most eight. The database splits them again, like the texts. */
export function wordsAsked(search: string): string[] {
  const words = search
    .slice(0, 100)
    .split(/[\s!-/:-@[-`{-~]+/)
    .filter((word) => word !== '' && isStorable(word))
  return words.slice(0, 8)
}
