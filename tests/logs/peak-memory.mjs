/** Preloaded into the command: prints its peak memory on stderr at exit, in kB. */
import { readFileSync } from 'node:fs'

process.on('exit', () => process.stderr.write(`Peak memory: ${peakKilobytes()} kB\n`))

/** `maxRSS` includes the time before `exec`. Only Linux has a better number. */
function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS
  return /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
}
