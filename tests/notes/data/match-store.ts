/** The excerpts of a search, on any database. */
import { describe, expect, test } from 'vitest'
import { searchNotes } from '@/lib/server/notes/search'
import { newUserId, now } from '../../database/store-fixtures'
import { createNote } from './fixtures'

export function describeNoteMatches(): void {
  describe('a found note', () => {
    test.each<[what: string, text: string, search: string, shown: string | null, ...marked: string[]]>([
      ['the first line that has a term', 'one\n\ntwo Milk\nmilk', 'milk', 'two Milk', 'Milk'],
      ['the first of several terms', 'a pear\nan apple, a pear', 'apple pear', 'a pear', 'pear'],
      ['another spelling', 'x\n- **Zu\u0308rich**\n', 'ZÜRICH', '- **Zu\u0308rich**', 'Zu\u0308rich'],
      ['nothing if only the title has it', 'text\ntext', 'titel', null],
      ['a part of a long line', `${'🚪ä '.repeat(9_000)}here`, 'here', `…ä ${'🚪ä '.repeat(12)}here`, 'here'],
      [
        'a part of one that folding makes longer',
        `${'ﬃ '.repeat(700)}here${' x'.repeat(300)}`,
        'here',
        `…${'ﬃ '.repeat(25)}here${' x'.repeat(53)}…`,
        'here',
      ],
    ])('shows %s', async (_, text, search, shown, ...marked) => {
      const userId = newUserId()
      await createNote(userId, text, now, 'Titel')
      const [found] = (await searchNotes(userId, search)).notes
      expect(found?.match?.text ?? null).toBe(shown)
      expect(found?.match?.marks.map(([start, end]) => shown?.slice(start, end)) ?? []).toEqual(marked)
      expect((await searchNotes(userId, '')).notes).toMatchObject([{ match: null }])
    })
  })
}
