import 'client-only'
import { isChunkLoadError } from '@/lib/builds/build-id'
import { reloadForChunk } from './chunk-reload'

/** Calls `use` with a lazy-loaded chunk. If it can't be loaded, reloads the page where that may help. */
export async function ifLoaded<T>(loading: Promise<T>, use: (loaded: T) => void): Promise<void> {
  try {
    use(await loading)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    await reloadForChunk()
  }
}
