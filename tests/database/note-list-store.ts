/** What the store promises of lists and of searching, whichever database is behind it. */
import { describe, expect, test } from 'vitest'
import { newNoteId } from '@/lib/notes/note'
import { type ListPlace, listAllNotes, storeNote, storeShare } from '@/lib/server/database/database'
import { wordsAsked } from '@/lib/server/notes/words'
import { later, list, listIds, newPerson, newShareId, now, write } from './written'

/** Runs a query past the store. */
type RunQuery = (query: string) => Promise<unknown[][]>

export function describeNoteList(askDirectly: RunQuery): void {
  describe('the list of notes', () => {
    test('shows how a note begins, whether that is all of it, and who can read it', async () => {
      const userId = newPerson()
      const texts = ['short', '🚪'.repeat(280), '🚪'.repeat(281), 'word '.repeat(20_000)]
      for (const text of texts) await write(userId, text)
      const [long, over, full, short] = await list(userId)
      expect(short).toMatchObject({ title: '', start: 'short', isWhole: true, version: 1, isShared: false })
      expect(full).toMatchObject({ start: '🚪'.repeat(280), isWhole: true })
      expect(over).toMatchObject({ start: '🚪'.repeat(280), isWhole: false })
      expect(long).toMatchObject({ start: 'word '.repeat(56), isWhole: false })
      const noteId = short?.id ?? newNoteId()
      await storeShare({ id: newShareId(), noteId, userId, endsAt: later(60), now })
      expect((await list(userId)).map(({ isShared }) => isShared)).toEqual([false, false, false, true])
      expect((await list(userId, { now: later(61) })).some(({ isShared }) => isShared)).toBe(false)
    })

    test('goes on after any note, also among those of one moment: all, and those with a word', async () => {
      const userId = newPerson()
      for (let n = 0; n < 12; n++) await write(userId, `same ${n}`, later(n))
      // The store never makes two of one moment one after another; two servers at once may.
      await askDirectly(`
        update notes set changed_at = date_trunc('minute', changed_at) where uid = '${userId}' and text < 'same 7'
        returning json_build_array(1) as row`)
      for (const words of [[], ['same']]) {
        const whole = await list(userId, { words })
        expect(whole).toHaveLength(12)
        expect(new Set(whole.map(({ changedAt }) => changedAt.getTime())).size).toBeLessThan(12)
        const inOrder = whole.toSorted(
          (a, b) => b.changedAt.getTime() - a.changedAt.getTime() || (a.id < b.id ? 1 : -1),
        )
        expect(whole).toEqual(inOrder)
        for (const limit of [1, 5]) expect(await readPages({ userId, words, limit })).toEqual(whole)
      }
    })

    test('is read as a whole in parts, each note once, also if some are saved meanwhile', async () => {
      const userId = newPerson()
      const ids = []
      for (let n = 0; n < 60; n++) ids.push(await write(userId, `note ${n}`, later(n)))
      await write(newPerson(), 'of somebody else')
      const found = []
      for await (const { id } of listAllNotes(userId)) {
        found.push(id)
        const saved = {
          id: ids[59 - found.length] ?? newNoteId(),
          userId,
          title: '',
          text: 'saved',
          now: later(99),
        }
        if (found.length < 5 || found.length === 40) await storeNote({ ...saved, base: 1 })
      }
      expect(found.toSorted()).toEqual(ids.toSorted())
    })
  })

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
    ] as const

    test.each<[asked: string, found: number[]]>([
      ['milk', [0]],
      ['MILK bre', [0]],
      ['mil eggs six', [0]],
      ['ilk', []],
      ['milk москва', []],
      ['free-range', [0]],
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
      ['y', [6]],
      ['100%', [7]],
      ["don't", [7]],
      ["'quoted'", [7]],
      ['blob', [8]],
      ['x'.repeat(100), []],
      [':*', []],
      ['! & | ( ) <-> \\', []],
      ["'", []],
      ['“', []],
      ['ab\u0000c \ud83d', []],
      ['o’neill “', [0]],
    ])('for %j finds what it should', async (asked, found) => {
      const userId = await writtenOnce()
      const words = wordsAsked(asked)
      const rows = words.length === 0 ? [] : await list(userId, { words })
      const titles = rows.map(({ title, start }) =>
        notes.findIndex((one) => one[0] === title && one[1].startsWith(start)),
      )
      expect(titles.toSorted()).toEqual(found)
    })

    let written: Promise<string> | null = null
    const writtenOnce = () => {
      written ??= (async () => {
        const userId = newPerson()
        for (const [title, text] of notes) {
          await write(userId, text, now, title)
          await write(newPerson(), text, now, title)
        }
        return userId
      })()
      return written
    }

    test('never finds others’ notes, also of one whose name has a sign that searching knows', async () => {
      const people = ["o'brien", 'back\\slash', "a:*' | 'b", newPerson()]
      for (const userId of people) {
        const id = await write(userId, 'common word')
        expect(await listIds(userId, { words: ['common'] })).toEqual([id])
      }
      expect(await listIds(newPerson(), { words: ['common'] })).toEqual([])
      expect(await listIds(newPerson(), { words: [`x' | 'u:${people[3]}`] })).toEqual([])
    })

    test('finds what was saved just now, and no longer what was there before', async () => {
      const userId = newPerson()
      const id = await write(userId, 'before')
      await storeNote({ id, userId, title: 'heading', text: 'after', base: 1, now })
      expect(await listIds(userId, { words: ['after'] })).toEqual([id])
      expect(await listIds(userId, { words: ['heading'] })).toEqual([id])
      expect(await listIds(userId, { words: ['before'] })).toEqual([])
    })

    test('takes the longest note, whatever it is made of', async () => {
      const userId = newPerson()
      const shortWords = Array.from({ length: 25_600 }, (_, n) => n.toString(36).padStart(3, '0')).join(' ')
      for (const text of [
        shortWords,
        'x'.repeat(102_400),
        'ab-'.repeat(34_000),
        '日'.repeat(34_000),
        '<'.repeat(102_400),
      ])
        await write(userId, text)
      expect(await list(userId, { words: ['jqz'] })).toHaveLength(1)
      expect(await list(userId, { words: ['xxx'] })).toHaveLength(0)
    })
  })
}

/** All that one gets who goes on after the last of each page. */
async function readPages({ userId, words, limit }: { userId: string; words: string[]; limit: number }) {
  const paged = []
  for (let after: ListPlace | null = null; ; after = paged.at(-1) ?? null) {
    const page = await list(userId, { after, words, limit })
    paged.push(...page)
    if (page.length < limit) return paged
  }
}
