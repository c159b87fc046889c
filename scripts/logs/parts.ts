/** Lines that a container runtime has cut into parts, whole again. */
import { longestLineBytes } from './lines'

export type Parts = {
  /** The whole line with its last part, before it `held`; `too-long` instead of a line over 1 MB. */
  join(part: Buffer, isPart: boolean): Buffer | 'held' | 'too-long'
  /** Forgets a line whose last part did not come. Whether there was one. */
  drop(): boolean
}

/** Holds the parts of one line, no more than a line may have. */
export function openParts(): Parts {
  let parts: Buffer[] = []
  let bytes = 0

  function join(part: Buffer, isPart: boolean): Buffer | 'held' | 'too-long' {
    if (!isPart && bytes === 0) return part
    bytes += part.length
    if (bytes > longestLineBytes) parts = []
    // The bytes that come are good only during the call.
    else parts.push(Buffer.from(part))
    if (isPart) return 'held'
    const line = bytes > longestLineBytes ? 'too-long' : Buffer.concat(parts)
    drop()
    return line
  }

  function drop(): boolean {
    const wasHolding = bytes > 0
    parts = []
    bytes = 0
    return wasHolding
  }

  return { join, drop }
}
