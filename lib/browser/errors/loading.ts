import 'client-only'
import { isChunkLoadError } from '@/lib/builds/build-id'
import { reloadForChunk } from './chunk-reload'

/** Uses a lazy-loaded chunk. If it fails to load, reloads the page, unless offline or that didn't help. */
export async function ifLoaded<T>(loading: Promise<T>, use: (loaded: T) => void): Promise<void> {
  try {
    use(await loading)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    await reloadForChunk()
  }
}
