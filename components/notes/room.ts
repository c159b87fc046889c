import { hasDrafts, saveDrafts, waitToLeave } from '@/lib/browser/notes/drafts'
import type { PublicConfig } from '@/lib/config/config'

export const unsaved = {
  words: 'a note that isn’t saved yet',
  exists: hasDrafts,
  save: (config: PublicConfig) => waitToLeave(saveDrafts(config)),
}
