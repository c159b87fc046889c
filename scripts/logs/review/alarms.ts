/** What a review can raise the alarm for. */
import type { Review } from './classify'

export const alarms = ['new-5xx'] as const
export type Alarm = (typeof alarms)[number]

/** Whether one of these happened. */
export function hasAlarm(review: Review, failOn: readonly Alarm[]): boolean {
  return failOn.some((alarm) => checks[alarm](review))
}

const checks: Record<Alarm, (review: Review) => boolean> = {
  /** A status from 500 on, or thrown outside of requests, which may affect them all. */
  'new-5xx': ({ fresh }) =>
    fresh.some(({ status, place }) => (status === null ? place === 'process' : status >= 500)),
}
