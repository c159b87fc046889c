/** The promises of the whole store, on any engine. */
import { describeAccountStore } from './account-store'
import { describeNoteList } from './note-list-store'
import { describeNoteMatches } from './note-match-store'
import { describeNoteSearch } from './note-search-store'
import { describeNoteStore } from './note-store'
import { describePasskeyStore } from './passkey-store'
import { describeSessionStore } from './session-store'
import type { RunQuery } from './setup'
import { describeShareStore } from './share-store'
import { describeTrashStore } from './trash-store'

export function describeStore(askDirectly: RunQuery): void {
  describeSessionStore(askDirectly)
  describeAccountStore(askDirectly)
  describeNoteStore(askDirectly)
  describeNoteList(askDirectly)
  describeNoteSearch(askDirectly)
  describeNoteMatches()
  describeShareStore(askDirectly)
  describeTrashStore(askDirectly)
  describePasskeyStore()
}
