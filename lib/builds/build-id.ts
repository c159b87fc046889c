/** Identifies builds, and recognizes that one is gone. */

export type Build = {
  /** Next's build ID, which every payload also has. */
  id: string
  /** Build time in milliseconds. */
  timestamp: number
}

/** Whether a chunk failed to load: the browser is offline, or the build is gone. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError'
}
