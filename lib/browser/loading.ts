import 'client-only'
import { isChunkLoadError } from '../build'

/** Uses a part of the site's code once it has come; when it cannot be had, offline, nothing happens. */
export async function ifLoaded<T>(loading: Promise<T>, use: (loaded: T) => void): Promise<void> {
  try {
    use(await loading)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
  }
}
