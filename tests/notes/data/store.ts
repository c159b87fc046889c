import type { RunQuery } from '../../database/setup'
import { describeNoteList } from './list-store'
import { describeNoteMatches } from './match-store'
import { describeNoteStore } from './note-store'
import { describeNoteSearch } from './search-store'
import { describeShareStore } from './share-store'
import { describeTrashStore } from './trash-store'

export { addRows, fill } from './fixtures'

export function describeStore(askDirectly: RunQuery): void {
  describeNoteStore(askDirectly)
  describeNoteList(askDirectly)
  describeNoteSearch(askDirectly)
  describeNoteMatches()
  describeShareStore(askDirectly)
  describeTrashStore(askDirectly)
}
