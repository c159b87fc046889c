import type { RunQuery } from '../../database/setup'
import { describeNoteList, describeNoteStore } from './note-store'
import { describeNoteSearch } from './search-store'
import { describeShareStore, describeTrashStore } from './trash-store'

export { addRows, fill, prepareWrites } from './fixtures'

export function describeStore(askDirectly: RunQuery): void {
  describeNoteStore(askDirectly)
  describeNoteList(askDirectly)
  describeNoteSearch(askDirectly)
  describeShareStore()
  describeTrashStore(askDirectly)
}
