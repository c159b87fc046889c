/** A build of the site: what names it, and what a browser sees of one that is gone. */

export type Build = {
  /** Next's own, also in every payload. */
  id: string
  /** When it was made, in milliseconds; orders the builds of one machine. */
  timestamp: number
}

/** A build as an endpoint tells of it, or null for anything else. */
export function parseBuild(value: unknown): Build | null {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('timestamp' in value)) return null
  const { id, timestamp } = value
  return typeof id === 'string' && id !== '' && typeof timestamp === 'number' ? { id, timestamp } : null
}

/** Whether the browser could not load a part of the site's own code: offline, or a build that is gone. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError'
}
