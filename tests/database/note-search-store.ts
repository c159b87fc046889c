/** What the store promises of searching, whichever database is behind it. */
import { describe, expect, test } from 'vitest'
import { newNoteId } from '@/lib/notes/note'
import { searchParts, storeNote } from '@/lib/server/database/database'
import { consumeSearchLimit, searchTerms } from '@/lib/server/notes/search'
import type { LiveSession } from '@/lib/server/session/session'
import type { RunQuery } from './shape'
import { createNote, later, list, listIds, newUserId, now, readPages } from './store-fixtures'

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

    test.each<[asked: string, found: number[]]>([
      ['milk', [0]],
      ['MILK bre', [0]],
      ['mil eggs six', [0]],
      ['ilk', [0]],
      ['milk москва', []],
      ['free-range', []],
      ['"free range"', [0]],
      ['o’neill', [0]],
      ["o'neill's", [0]],
      ['shopping milk', [0]],
      ['ada', [1]],
      ['lovelace', [1]],
      ['ada.lovelace@analytical-engine.example', [1]],
      ['engine', [1]],
      ['example.com/notes', [1]],
      ['Straße', [2]],
      ['größ', [2]],
      ['zum löwen', [2]],
      ['naïve', [2]],
      ['Москва', [3]],
      ['вес', [3]],
      ['日本', [4]],
      ['タワー', [4]],
      ['שלום', [5]],
      ['آمدید', [5]],
      ['3.14', [6]],
      ['v2.0', [6]],
      ['42', [6]],
      ['7', [1, 6]],
      ['1e5', [6]],
      ['snake case', [6]],
      ['case', [6]],
      ['bar', [6]],
      ['back', [6]],
      ['at&t', [6]],
      ['bold', [6]],
      ['C++', [6]],
      ['y', [1, 6]],
      ['100%', [7]],
      ["don't", [7]],
      ["'quoted'", [7]],
      ['blob', [8]],
      ['x'.repeat(100), [8]],
      [`${'x'.repeat(99)}y`, []],
      [':*', [7]],
      ['! & | ( ) <-> \\', []],
      ["'", [0, 7]],
      ['“', [0, 2]],
      ['%', [7]],
      ['_', [6]],
      ['ab\u0000c \ud83d', []],
      ['o’neill “', [0]],
      ['donaudampfschiff', [9]],
      ['dampf', [9]],
      ['abc123', [9]],
      ['fish', [9]],
      ['οδος', [9]],
      ['οδοσ', [9]],
      ['ความ', [9]],
      ['हिन्दी', [9]],
      ['\u00c5ngström', [10]],
      ['angstrom', [10]],
      ['Mu\u0308ller', [10]],
      ['ULL', [10]],
      ['서울', [10]],
      ['👩👩👧', [10]],
      ['vorne hinten', [10]],
      ['vorne\u3000hinten', [10]],
      ['京 タ', [4]],
    ])('for %j finds what it should', async (asked, found) => {
      const userId = await writtenOnce()
      const terms = searchTerms(asked)
      const rows = terms.length === 0 ? [] : await list(userId, { terms })
      const titles = rows.map(({ title, start }) =>
        notes.findIndex((one) => one[0] === title && one[1].startsWith(start)),
      )
      expect(titles.toSorted()).toEqual(found)
    })

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

    test('never finds others’ notes, also of one whose name has a sign that searching knows', async () => {
      const people = ["o'brien", 'back\\slash', "a:*' | 'b", newUserId()]
      for (const userId of people) {
        const id = await createNote(userId, 'common word')
        expect(await listIds(userId, { terms: ['common'] })).toEqual([id])
      }
      expect(await listIds(newUserId(), { terms: ['common'] })).toEqual([])
      expect(await listIds(newUserId(), { terms: [`x' | 'u:${people[3]}`] })).toEqual([])
    })

    test('finds what an instance of the last release has saved, which folds nothing', async () => {
      const userId = newUserId()
      const [id, second] = [await createNote(userId, 'before'), newNoteId()]
      const found = (term: string) => listIds(userId, { terms: [term] })
      expect(await found('before')).toEqual([id])
      // As its statements do.
      await askDirectly(`
        update notes set text = 'NAÏVE', version = version + 1 where id = '${id}' returning json_build_array(1) as row`)
      await askDirectly(`
        insert into notes (id, uid, title, text, version, created_at, changed_at)
        values ('${second}', '${userId}', 'Ωμέγα', '', 1, now(), now()) returning json_build_array(1) as row`)
      expect(await found('naive')).toEqual([id])
      expect(await found('ωμεγα')).toEqual([second])
      expect(await found('before')).toEqual([])
    })

    test('goes on part by part where it takes long, and finds the same', async () => {
      const userId = newUserId()
      const term = `い${'あ'.repeat(99)}`
      const ids = []
      for (let n = 0; n < 45; n++) {
        const isMeant = n % 20 === 4
        const id = await createNote(userId, `${'あ'.repeat(34_000)}${isMeant ? term : ''}`, later(n))
        if (isMeant) ids.unshift(id)
      }
      expect(searchParts(45 * 102_000, [term])).toBeGreaterThan(3)
      expect(await listIds(userId, { terms: [term] })).toEqual(ids)
      const pages = await readPages({ userId, terms: [term], limit: 1 })
      expect(pages.map(({ id }) => id)).toEqual(ids)
    })

    test('counts as one, or as many as it has parts', async () => {
      const session = { userId: newUserId() } as LiveSession
      for (let n = 0; n < 30; n++) await createNote(session.userId, 'あ'.repeat(34_000))
      const longest = 'あ'.repeat(100)
      expect(searchParts(30 * 102_000, [longest])).toBe(3)
      for (let n = 0; n < 18; n++) expect(await consumeSearchLimit(session, longest)).toBeNull()
      for (let n = 0; n < 6; n++) expect(await consumeSearchLimit(session, 'あ')).toBeNull()
      expect(await consumeSearchLimit(session, '')).toBeNull()
      expect(await consumeSearchLimit(session, 'あ')).toBeGreaterThan(0)
    })

    test('finds what was saved just now, and no longer what was there before', async () => {
      const userId = newUserId()
      const id = await createNote(userId, 'before')
      await storeNote({ id, userId, title: 'heading', text: 'after', base: 1, now })
      expect(await listIds(userId, { terms: ['after'] })).toEqual([id])
      expect(await listIds(userId, { terms: ['heading'] })).toEqual([id])
      expect(await listIds(userId, { terms: ['before'] })).toEqual([])
    })

    test('takes the longest note, whatever it is made of', async () => {
      const userId = newUserId()
      const shortWords = Array.from({ length: 25_600 }, (_, n) => n.toString(36).padStart(3, '0')).join(' ')
      for (const text of [
        shortWords,
        'x'.repeat(102_400),
        'ab-'.repeat(34_000),
        '日'.repeat(34_000),
        '<'.repeat(102_400),
      ])
        await createNote(userId, text)
      expect(await list(userId, { terms: ['jqz'] })).toHaveLength(1)
      expect(await list(userId, { terms: ['xxx'] })).toHaveLength(1)
      expect(await list(userId, { terms: ['xyx'] })).toHaveLength(0)
    })
  })
}
