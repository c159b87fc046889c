import { describeTime } from '@/lib/time/describe-time'

/** A moment in words, and for machines. */
export function Time({ date }: { date: Date }) {
  return <time dateTime={date.toISOString()}>{describeTime(date)}</time>
}
