/** A simple model of notes, links and the trash, to compare with the store. Times are in seconds. */
import type { NoteId } from '@/lib/notes/note'
import type { ShareId } from '@/lib/notes/share'

export type ModelNote = {
  id: NoteId
  owner: string
  text: string
  version: number
  order: number
  isPinned: boolean
}
type Link = { id: ShareId; noteId: NoteId; endsAt: number | null; opened: number; openedBy: Set<string> }

export function createModel() {
  const notes: ModelNote[] = []
  const trash: (ModelNote & { link: Link | null })[] = []
  const links: Link[] = []
  let changes = 0

  const find = (id: NoteId, owner: string) =>
    notes.find((note) => note.id === id && note.owner === owner) ?? null
  const findTrashed = (id: NoteId, owner: string) =>
    trash.find((note) => note.id === id && note.owner === owner) ?? null
  const isLive = ({ endsAt }: Link, now: number) => endsAt === null || endsAt > now
  const linkOf = (id: NoteId) => links.find(({ noteId }) => noteId === id) ?? null
  const drop = <T>(from: T[], one: T | null) => {
    if (one !== null) from.splice(from.indexOf(one), 1)
  }

  const behind = (id: ShareId, now: number) => {
    const link = links.find((one) => one.id === id)
    return link && isLive(link, now) ? (notes.find((note) => note.id === link.noteId) ?? null) : null
  }

  return {
    find,
    findTrashed,
    /** The note that a link leads to. */
    behind,
    linkOf: (id: NoteId, owner: string) => (find(id, owner) ? linkOf(id) : null),
    /** Null if nothing is stored. */
    save(id: NoteId, owner: string, text: string, base: number | null): ModelNote | null {
      const known = notes.find((note) => note.id === id)
      changes += 1
      if (!known && base === null) {
        const trashed = trash.find((note) => note.id === id) ?? null
        if (trashed && trashed.owner !== owner) return null
        drop(trash, trashed)
        notes.push({ id, owner, text, version: 1, order: changes, isPinned: false })
        return find(id, owner)
      }
      if (!known || known.owner !== owner || known.version !== base) return null
      Object.assign(known, { text, version: base + 1, order: changes })
      return known
    },
    trash(id: NoteId, owner: string): ModelNote | null {
      const note = find(id, owner)
      if (!note) return null
      const link = linkOf(id)
      drop(links, link)
      drop(notes, note)
      trash.push({ ...note, link: link && { ...link, openedBy: new Set() } })
      return note
    },
    restore(id: NoteId, owner: string): boolean {
      const trashed = findTrashed(id, owner)
      drop(trash, trashed)
      if (!trashed) return false
      const { link, ...note } = trashed
      notes.push(note)
      if (link) links.push(link)
      return true
    },
    remove(id: NoteId, owner: string): boolean {
      const note = findTrashed(id, owner)
      drop(trash, note)
      return note !== null
    },
    pin(id: NoteId, owner: string, isPinned: boolean, maxPinned: number): 'done' | 'too-many' | 'absent' {
      const note = find(id, owner)
      if (!note) return 'absent'
      const others = notes.filter((one) => one.owner === owner && one.isPinned && one !== note)
      if (isPinned && !note.isPinned && others.length >= maxPinned) return 'too-many'
      note.isPinned = isPinned
      return 'done'
    },
    /** The link a note then has; `fresh` if it gets a new one. */
    share(id: NoteId, owner: string, fresh: ShareId, endsAt: number | null, now: number): Link | null {
      if (!find(id, owner)) return null
      const kept = linkOf(id)
      if (kept && isLive(kept, now)) return Object.assign(kept, { endsAt })
      drop(links, kept)
      links.push({ id: fresh, noteId: id, endsAt, opened: 0, openedBy: new Set() })
      return linkOf(id)
    },
    end(id: NoteId, owner: string): boolean {
      const link = find(id, owner) && linkOf(id)
      drop(links, link)
      return link !== null
    },
    open(id: ShareId, session: string, now: number): ModelNote | null {
      const note = behind(id, now)
      const link = note && links.find((one) => one.id === id)
      if (link && !link.openedBy.has(session)) link.opened += 1
      link?.openedBy.add(session)
      return note
    },
    /** Pinned notes first, then last changed first; with a term, matching notes, last changed first. */
    list(owner: string, term: string, now: number) {
      return notes
        .filter((note) => note.owner === owner && note.text.toLowerCase().includes(term))
        .toSorted(
          (one, other) =>
            (term === '' ? Number(other.isPinned) - Number(one.isPinned) : 0) || other.order - one.order,
        )
        .map((note) => {
          const link = linkOf(note.id)
          return { ...note, isShared: link !== null && isLive(link, now) }
        })
    },
  }
}
