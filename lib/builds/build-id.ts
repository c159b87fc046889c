/** Identifies builds, and recognizes that one is gone. */

export type Build = {
  /** Next's build ID, which every payload also has. */
  id: string
  /** Build time in milliseconds; orders builds from one machine. */
  timestamp: number
}

/** Parses a response; null if it isn't a build. */
export function parseBuild(value: unknown): Build | null {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('timestamp' in value)) return null
  const { id, timestamp } = value
  return typeof id === 'string' && id !== '' && typeof timestamp === 'number' ? { id, timestamp } : null
}

/** Whether a chunk failed to load: the browser is offline, or the build is gone. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError'
}
