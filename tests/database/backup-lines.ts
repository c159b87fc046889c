/** The lines of a backup, as tests look at them and change them. */
import { gunzipSync, gzipSync } from 'node:zlib'

export function linesOf(content: Buffer): string[] {
  return gunzipSync(content).toString().trimEnd().split('\n')
}

export function compress(lines: string[]): Buffer {
  return gzipSync(lines.map((line) => `${line}\n`).join(''))
}
