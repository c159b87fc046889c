/** How far the reading is, and what it took. */
import { readFileSync } from 'node:fs'
import ms from 'ms'
import { describeBytes, describeCount } from './printable'

export type Progress = {
  advance(bytes: number): void
  /** Shows nothing more; what it took in words, or null if it was too little to tell. */
  close(): string | null
}

type Reading = {
  /** Null if nobody knows. */
  totalBytes: number | null
  countErrors(): number
}

/**
 * Says on stderr how far the reading is. On a terminal that is one line, every half second; elsewhere each
 * time the run is twice as long as when it was last said, from two seconds on.
 */
export function openProgress(reading: Reading): Progress {
  const { stderr } = process
  const startedAt = performance.now()
  let bytes = 0
  let nextMs = firstMs

  function show(): void {
    const words = describeProgress({ ...reading, bytes })
    const elapsedMs = performance.now() - startedAt
    if (stderr.isTTY) stderr.write(`\r${words}${eraseRest}`)
    else if (elapsedMs >= nextMs) stderr.write(`${words}\n`)
    else return
    while (nextMs <= elapsedMs) nextMs *= 2
  }

  function close(): string | null {
    clearInterval(timer)
    if (stderr.isTTY) stderr.write(`\r${eraseRest}`)
    if (bytes < toldFromBytes) return null
    const took = ms(Math.round(performance.now() - startedAt))
    return `${describeBytes(bytes)} read in ${took}, peak memory ${describeBytes(peakMemoryBytes())}.`
  }

  // A fault that nobody foresaw ends the command, too.
  const timer = setInterval(show, 500).unref()
  return { advance: (more) => (bytes += more), close }
}

/** Such as `412.0 MB of 1.07 GB (38 %) read, 1,204 lines with errors so far …`. */
export function describeProgress({ totalBytes, countErrors, bytes }: Reading & { bytes: number }): string {
  const share = totalBytes
    ? ` of ${describeBytes(totalBytes)} (${Math.floor((bytes / totalBytes) * 100)} %)`
    : ''
  return `${describeBytes(bytes)}${share} read, ${describeCount(countErrors())} lines with errors so far …`
}

const firstMs = 2_000
const toldFromBytes = 10_000_000
const eraseRest = '\u001b[K'

/**
 * The most memory this process had at once. Linux says it of this program alone; `maxRSS` counts also what the
 * process was before it became this program, npm for one.
 */
function peakMemoryBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kibibytes ?? process.resourceUsage().maxRSS) * 1024
}
