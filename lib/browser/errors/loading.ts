import 'client-only'
import { isChunkLoadError } from '@/lib/builds/build-id'
import { reloadForChunk } from './chunk-reload'

/**
 * Uses a part of the site's code once it has come. When it cannot be had, the page is loaded anew; offline, or when
 * that did not help, nothing happens.
 */
export async function ifLoaded<T>(loading: Promise<T>, use: (loaded: T) => void): Promise<void> {
  try {
    use(await loading)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    await reloadForChunk()
  }
}
