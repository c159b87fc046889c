/** The promises of searches, on any database. */
import { describe, expect, test } from 'vitest'
import { maxTotalBytes } from '@/lib/notes/limits'
import { newNoteId } from '@/lib/notes/note'
import { searchTerms } from '@/lib/server/notes/search'
import type { RunQuery } from '../../database/setup'
import { newUserId, now } from '../../database/store-fixtures'
import { createNote, list, listIds } from './fixtures'

export function describeNoteSearch(askDirectly: RunQuery): void {
  describe('a search', () => {
    const notes = [
      ['Shopping list', 'Milk, bread; eggs (six)\n"free range", and O’Neill’s jam'],
      ['', 'mail ada.lovelace@analytical-engine.example about https://example.com/notes?id=7'],
      ['Größen', 'Straße „Zum Löwen“ – naïve café'],
      ['Москва', 'весна и лето'],
      ['日本語', '東京 タワー'],
      ['שלום', 'עולם خوش آمدید'],
      ['', 'price 3.14 v2.0.1 -42 +7 1e5 C++ snake_case foo/bar \\back AT&T <b>bold</b> a<x y>z'],
      ['', "it's 100% don't :* !( 'quoted' & | <-> \\"],
      ['', `${'x'.repeat(3_000)} blob`],
      ['Donau\u00addampf\u00adschiff', 'ＡＢＣ１２３ ﬁsh ΟΔΟΣ ด้วยความรู้ हिन्दी'],
      ['A\u030angstro\u0308m', 'Müller 서울역 👩\u200d👩\u200d👧 vorne\u00a0hinten'],
    ] as const

    /** The position of the notes that each search finds: any part of words, in any case, order and spelling. */
    const searches: Record<string, readonly string[]> = {
      '0': ['milk', 'MILK bre', 'ilk six mil', '"free range"', 'o’neill', "o'neill's", 'o’neill “'],
      '1': ['lovelace', 'ada.lovelace@analytical-engine.example', 'example.com/notes'],
      '2': ['Straße', 'größ', 'zum löwen', 'naïve'],
      '3': ['Москва', 'вес'],
      '4': ['日本', 'タワー', '京 タ'],
      '5': ['שלום', 'آمدید'],
      '6': ['3.14', 'snake case', 'back', 'at&t', 'bold', 'C++', '_'],
      '7': ['100%', "don't", "'quoted'", ':*', '%'],
      '8': ['blob', 'x'.repeat(100)],
      '9': ['donaudampfschiff', 'dampf', 'abc123', 'fish', 'οδος', 'οδοσ', 'ความ', 'हिन्दी'],
      '10': ['\u00c5ngström', 'angstrom', 'Mu\u0308ller', '서울', '👩👩👧', 'vorne\u3000hinten'],
      '0,2': ['“'],
      '0,7': ["'"],
      '1,6': ['7', 'y'],
      '': ['milk москва', 'free-range', `${'x'.repeat(99)}y`, '! & | ( ) <-> \\', 'ab\u0000c \ud83d'],
    }

    test.each(Object.entries(searches))(
      'finds the notes %j for each of its searches',
      async (found, searched) => {
        const userId = await writtenOnce()
        for (const search of searched) {
          const rows = await list(userId, { search })
          const positions = rows.map(({ title, start }) =>
            notes.findIndex((one) => one[0] === title && one[1].startsWith(start)),
          )
          expect(positions.sort((one, other) => one - other).join(), search).toBe(found)
        }
      },
    )

    let written: Promise<string> | null = null
    const writtenOnce = () => {
      written ??= (async () => {
        const userId = newUserId()
        for (const [title, text] of notes) {
          await createNote(userId, text, now, title)
          await createNote(newUserId(), text, now, title)
        }
        return userId
      })()
      return written
    }

    test('never finds another user’s notes, whatever the characters of the user ID', async () => {
      const people = ["o'brien", 'back\\slash', "a:*' | 'b", newUserId()]
      for (const userId of people) {
        const id = await createNote(userId, 'common word')
        expect(await listIds(userId, { search: 'common' })).toEqual([id])
      }
      expect(await listIds(newUserId(), { search: 'common' })).toEqual([])
      expect(await listIds(newUserId(), { search: `x' | 'u:${people[3]}` })).toEqual([])
    })

    test('finds what an instance of the last release saves, which doesn’t fold', async () => {
      const userId = newUserId()
      const [id, second] = [await createNote(userId, 'before'), newNoteId()]
      const found = (term: string) => listIds(userId, { search: term })
      expect(await found('before')).toEqual([id])
      await askDirectly(`
        update notes set text = 'NAÏVE', version = version + 1 where id = '${id}' returning json_build_array(1) as row`)
      await askDirectly(`
        insert into notes (id, uid, title, text, version, created_at, changed_at)
        values ('${second}', '${userId}', 'Ωμέγα', '', 1, now(), now()) returning json_build_array(1) as row`)
      expect(await found('naive')).toEqual([id])
      expect(await found('ωμεγα')).toEqual([second])
      expect(await found('before')).toEqual([])
    })

    test('looks for less the more notes there are, so that it takes no longer', () => {
      const search = 'a'.repeat(90)
      expect(searchTerms(search, 1_000_000)).toEqual([search])
      expect(searchTerms('あ'.repeat(100), 1_000_000)).toEqual(['あ'.repeat(100)])
      expect(searchTerms(search, maxTotalBytes)).toEqual(['a'.repeat(8)])
      expect(searchTerms('あいう two', maxTotalBytes)).toEqual(['あい'])
      expect(searchTerms('one two three', maxTotalBytes)).toEqual(['one', 'two'])
    })

    test('works on the longest notes, whatever their text', async () => {
      const userId = newUserId()
      const shortWords = Array.from({ length: 25_600 }, (_, n) => n.toString(36).padStart(3, '0')).join(' ')
      const repeated = ['x'.repeat(102_400), 'ab-'.repeat(34_000), '日'.repeat(34_000), '<'.repeat(102_400)]
      for (const text of [shortWords, ...repeated]) await createNote(userId, text)
      expect(await list(userId, { search: 'jqz' })).toHaveLength(1)
      expect(await list(userId, { search: 'xxx' })).toHaveLength(1)
      expect(await list(userId, { search: 'xyx' })).toHaveLength(0)
    })
  })
}
