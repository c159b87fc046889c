/** Whether the browser could not load a part of the site's own code: offline, or a build that is gone. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError'
}
