/** Preloaded into the command: its last words on stderr are the most memory it had, in kB. */
import { readFileSync } from 'node:fs'

process.on('exit', () => process.stderr.write(`Peak memory: ${peakKilobytes()} kB\n`))

/** `maxRSS` also counts what the process was before it became this program. Only Linux knows better. */
function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS
  return /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
}
