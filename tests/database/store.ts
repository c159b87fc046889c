/** The promises of the whole store, on any engine. */
import { describeAccountStore } from './account-store'
import { describeNoteList } from './note-list-store'
import { describeNoteMatches } from './note-match-store'
import { describeNoteProperty } from './note-property'
import { describeNoteSearch } from './note-search-store'
import { describeNoteStore } from './note-store'
import { describePasskeyStore } from './passkey-store'
import { describePersonStore } from './person-store'
import { describeSessionStore } from './session-store'
import type { RunQuery } from './shape'
import { describeShareStore } from './share-store'
import { describeTrashStore } from './trash-store'

/** `actionLists`: the number of random lists of actions that are compared with a model. */
export function describeStore(askDirectly: RunQuery, { actionLists = 14 } = {}): void {
  describeSessionStore(askDirectly)
  describeAccountStore(askDirectly)
  describeNoteStore(askDirectly)
  describeNoteList(askDirectly)
  describeNoteSearch(askDirectly)
  describeNoteMatches()
  describeShareStore(askDirectly)
  describeTrashStore(askDirectly)
  describeNoteProperty(actionLists)
  describePersonStore()
  describePasskeyStore()
}
