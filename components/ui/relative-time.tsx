'use client'
import { type PointerEvent, useEffect, useSyncExternalStore } from 'react'
import { observable } from '@/lib/browser/observable'
import { learnSiteTime, siteTime, watchSiteTime } from '@/lib/browser/time'
import {
  describeExactTime,
  describeLocalTime,
  describeRelativeTime,
  localOffset,
  type TimePrecision,
} from '@/lib/time/relative-time'

type Props = {
  /** ISO 8601. */
  at: string
  /** ISO 8601: the server's time, so that hydration matches. Omit it where only the browser renders. */
  now?: string
  /** Shows the date and time instead, once hydrated. */
  precision?: TimePrecision | undefined
}

/** How long ago, updated each minute. The exact time is in the tooltip. */
export function RelativeTime({ at, now, precision }: Props) {
  useEffect(() => {
    if (now !== undefined) learnSiteTime(now)
  }, [now])
  const currentMs = useSyncExternalStore(watchMinutes, minute.current, notYet)
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return null
  const isServerTime = currentMs === null && now !== undefined
  const viewpoint = isServerTime
    ? { now: new Date(now), offsetAt: () => 0 }
    : { now: new Date(currentMs ?? siteTime()), offsetAt: localOffset }
  return (
    <time dateTime={at} onPointerEnter={showExactTime}>
      {precision && currentMs !== null
        ? describeExactTime(date, viewpoint, precision)
        : describeRelativeTime(date, viewpoint)}
    </time>
  )
}

/** On hover: only the browser knows the time zone, and the first `Intl` formatting takes a phone 50 ms. */
function showExactTime({ currentTarget }: PointerEvent<HTMLTimeElement>): void {
  currentTarget.title = describeLocalTime(new Date(currentTarget.dateTime))
}

const everyMs = 60_000

/** The site's time in ms, updated each minute; null before. */
const minute = observable<number, number | null>(null)
const notYet = () => null
/** The first caller starts the page's only timer, which never ends. */
function watchMinutes(onChange: () => void): () => void {
  if (minute.current() === null) startTimer()
  return minute.subscribe(onChange)
}

function startTimer(): void {
  const refresh = () => minute.set(siteTime())
  window.setInterval(refresh, everyMs)
  // Browsers throttle the timers of hidden pages.
  document.addEventListener('visibilitychange', refresh)
  watchSiteTime(refresh)
  refresh()
}
