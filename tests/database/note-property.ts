/**
 * Several users work on each other's notes and links in any order, and get what a simple model says: nobody reads or changes
 * what belongs to another, no save is lost, ended links stay ended, the trash gives back pins and links, and lists are complete and in order. The last line of a
 * failure names its seed: `fc.assert(…, { seed, path })` runs it again.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NoteId, newNoteId } from '@/lib/notes/note'
import type { ShareId } from '@/lib/notes/share'
import {
  countOpening,
  deleteShare,
  deleteTrashRows,
  findNoteRow,
  findSharedNote,
  findShareOfNote,
  findTrashedRow,
  isOtherUsersNote,
  type ListCursor,
  noteListRevision,
  pinNoteRow,
  restoreNoteRow,
  storeNote,
  storeShare,
  trashNoteRow,
} from '@/lib/server/database/database'
import { createModel } from './note-model'
import { createSession, later, list, newShareId, newUserId } from './store-fixtures'

const note = { who: fc.nat(2), which: fc.nat(3) }
const words = fc.constantFrom('apple', 'apricot', 'banana', 'Birne', 'cherry')
const text = fc.array(words, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '))
const seconds = fc.integer({ min: 1, max: 60 })
const does = <const Name extends string>(...names: Name[]) => fc.constantFrom<Name>(...names)

/** Who does what to which note; `late` chooses the version of a save: three of five are wrong. */
const actions = [
  { weight: 5, arbitrary: fc.record({ do: does('save'), ...note, text, late: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ do: does('trash', 'restore', 'delete', 'pin', 'unpin'), ...note }) },
  { weight: 3, arbitrary: fc.record({ do: does('share'), ...note, seconds: fc.option(seconds) }) },
  { weight: 1, arbitrary: fc.record({ do: does('end'), ...note }) },
  { weight: 3, arbitrary: fc.record({ do: does('open'), who: note.who, which: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: does('list'), who: note.who, text: does('', 'ap', 'anan', 'birn', 'x') }),
  },
  { weight: 1, arbitrary: fc.record({ do: does('wait'), seconds }) },
] as const
const action = fc.oneof(...actions)
type Action = (typeof actions)[number]['arbitrary'] extends fc.Arbitrary<infer A> ? A : never

export function describeNoteProperty(numRuns: number): void {
  test('whatever several users do with their notes and links, each gets what a simple model says', async () => {
    const property = fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 60 }), compare)
    await fc.assert(property, { numRuns, seed: 20_261_123, endOnFailure: true })
  }, 120_000)
}

async function compare(actions: Action[]): Promise<void> {
  const model = createModel()
  const people = await Promise.all([0, 1, 2].map(async () => ({ id: newUserId(), session: '' as Session })))
  for (const person of people) person.session = await createSession(person.id)
  const ids = Array.from({ length: 4 }, newNoteId)
  /** All links that ever existed, as ended ones are tried, too. */
  const links: ShareId[] = [newShareId()]
  let now = 0
  for (const next of actions) {
    // A save moves a note to the front of the list, unlike a restore.
    now += 0.001
    if (next.do === 'wait') {
      now += next.seconds
      await expectLinks()
    } else await act(next, people[next.who] ?? { id: '', session: '' as Session })
  }
  for (const person of people) {
    await expectList(person.id, '')
    for (const id of ids) await expectNote(id, person.id)
  }
  await expectLinks()

  async function act(next: Exclude<Action, { do: 'wait' }>, { id: userId, session }: Person): Promise<void> {
    if (next.do === 'list') return expectList(userId, next.text)
    if (next.do === 'open') return expectOpening(links[next.which % links.length] ?? newShareId(), session)
    const id = ids[next.which] ?? newNoteId()
    const before = await noteListRevision(userId, later(now))
    let isChange = false
    if (next.do === 'save') {
      const version = model.find(id, userId)?.version ?? null
      const base = [null, (version ?? 0) + 1, (version ?? 2) - 1, version, version][next.late] ?? null
      const saved = model.save(id, userId, next.text, base)
      const row = await storeNote({ id, userId, title: '', text: next.text, base, now: later(now) })
      expect(row?.version ?? null).toBe(saved?.version ?? null)
      isChange = saved !== null
    } else if (next.do === 'trash') {
      const trashed = model.trash(id, userId)
      expect((await trashNoteRow(id, userId, later(now)))?.text ?? null).toBe(trashed?.text ?? null)
      isChange = trashed !== null
    } else if (next.do === 'restore') {
      isChange = model.restore(id, userId)
      expect(await restoreNoteRow(id, userId)).toBe(isChange)
    } else if (next.do === 'delete') {
      expect(await deleteTrashRows(userId, id)).toBe(model.remove(id, userId) ? 1 : 0)
    } else if (next.do === 'pin' || next.do === 'unpin') {
      const pin = { isPinned: next.do === 'pin', maxPinned: 1 }
      const was = model.find(id, userId)?.isPinned
      expect(await pinNoteRow(id, userId, pin)).toBe(model.pin(id, userId, pin.isPinned, pin.maxPinned))
      isChange = model.find(id, userId)?.isPinned !== was
    } else if (next.do === 'share') {
      const fresh = newShareId()
      const end = next.seconds === null ? null : now + next.seconds
      const was = model.linkOf(id, userId)
      const hadEnd = was?.endsAt
      const link = model.share(id, userId, fresh, end, now)
      const write = {
        id: fresh,
        noteId: id,
        userId,
        endsAt: end === null ? null : later(end),
        now: later(now),
      }
      expect((await storeShare(write))?.id ?? null).toBe(link?.id ?? null)
      if (link && !links.includes(link.id)) links.push(link.id)
      isChange = link !== null && (link !== was || hadEnd !== end)
    } else {
      isChange = model.end(id, userId)
      expect(await deleteShare(id, userId)).toBe(isChange)
    }
    // A second link in the same moment may leave the revision unchanged.
    if (isChange && next.do !== 'share') expect(await noteListRevision(userId, later(now))).not.toBe(before)
    if (!isChange) expect(await noteListRevision(userId, later(now))).toBe(before)
    await expectNote(id, userId)
  }

  async function expectNote(id: NoteId, userId: string): Promise<void> {
    const [known, link] = [model.find(id, userId), model.linkOf(id, userId)]
    const [row, share] = await Promise.all([findNoteRow(id, userId), findShareOfNote(id, userId)])
    expect([row?.text, row?.version]).toEqual([known?.text, known?.version])
    expect([share?.id, share?.opened]).toEqual([link?.id, link?.opened])
    expect((await findTrashedRow(id, userId))?.start).toBe(model.findTrashed(id, userId)?.text)
    const isOthers = people.some(
      (other) => other.id !== userId && (model.find(id, other.id) ?? model.findTrashed(id, other.id)),
    )
    expect(await isOtherUsersNote(id, userId)).toBe(isOthers)
  }

  async function expectOpening(id: ShareId, session: Session): Promise<void> {
    const note = model.open(id, session, now)
    expect((await findSharedNote(id, later(now)))?.text).toBe(note?.text)
    if (note) await countOpening(id, session)
  }

  async function expectLinks(): Promise<void> {
    for (const id of links)
      expect((await findSharedNote(id, later(now)))?.text).toBe(model.behind(id, now)?.text)
  }

  async function expectList(userId: string, term: string): Promise<void> {
    const expected = model.list(userId, term, now)
    const found: unknown[] = []
    for (let after: ListCursor | null = null; ; ) {
      const query = { after, terms: term === '' ? [] : [term], limit: 2, now: later(now) }
      const page = await list(userId, query)
      found.push(...page.map(({ changedAt: _, title: __, isWhole: ___, ...facts }) => facts))
      after = page.at(-1) ?? null
      // Pinned notes come in addition to the limit.
      if (page.filter(({ isPinned }) => term !== '' || !isPinned).length < 2) break
    }
    expect(found).toEqual(
      expected.map(({ id, text, version, isShared, isPinned }) => ({
        ...{ id, start: text, version },
        ...{ isShared, isPinned },
      })),
    )
  }
}

type Session = Awaited<ReturnType<typeof createSession>>
type Person = { id: string; session: Session }
