/** Whether the clock of this machine is right. */
import ms from 'ms'
import { clockSkewSeconds } from '../../lib/session/token'
import { type Finding, ok, problem, warning } from './finding'

/** `aheadMs` is how far it is ahead of the key server's; less than nothing is behind. */
export function describeClock(aheadMs: number): Finding {
  const off = Math.abs(aheadMs)
  if (off <= noticedMs) return ok('Clock', 'right to within a few seconds')
  const words = `${ms(off, { long: true })} ${aheadMs > 0 ? 'ahead of' : 'behind'} the key server's`
  if (off <= clockSkewSeconds * 1000) return warning('Clock', `${words}. Have it set by NTP`)
  return problem('Clock', `${words}: sessions are refused or last too long. Have it set by NTP`)
}

const noticedMs = 5_000
