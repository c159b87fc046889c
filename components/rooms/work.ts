/** The rooms that may hold unsaved work. The sign-out asks them. */
import type { PublicConfig } from '@/lib/config/config'

export type WorkRoom = {
  unsaved: {
    /** As in “You have …”. */
    words: string
    exists: () => Promise<boolean>
    save: (config: PublicConfig) => Promise<void>
  }
}

export * as notes from '@/components/notes/room'
