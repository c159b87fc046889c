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
  /** ISO 8601: the server's clock, so that the first render in the browser agrees. Not needed where only a browser renders. */
  now?: string
  /** Shows the day and the time instead, to this precision, once the browser has said where it is. */
  precision?: TimePrecision | undefined
}

/** How long ago, in words that stay true. The exact time is in the tooltip. */
export function RelativeTime({ at, now, precision: exactTo }: Props) {
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
      {exactTo && currentMs !== null
        ? describeExactTime(date, viewpoint, exactTo)
        : describeRelativeTime(date, viewpoint)}
    </time>
  )
}

/** Not before a pointer comes: only the browser knows the time zone, and to write a date takes a phone 50 ms at first. */
function showExactTime({ currentTarget }: PointerEvent<HTMLTimeElement>): void {
  currentTarget.title = describeLocalTime(new Date(currentTarget.dateTime))
}

const everyMs = 60_000

/** The site's time in ms, refreshed each minute while somebody watches; null before. */
const minute = observable<number, number | null>(null)
const notYet = () => null
let watchers = 0
let timer = 0
let stopLearning: (() => void) | null = null

/** One timer for all times on the page. */
function watchMinutes(onChange: () => void): () => void {
  const stop = minute.subscribe(onChange)
  watchers += 1
  if (watchers === 1) start()
  return () => {
    stop()
    watchers -= 1
    if (watchers === 0) end()
  }
}

function start(): void {
  timer = window.setInterval(refresh, everyMs)
  // Browsers slow the timers of hidden pages down.
  document.addEventListener('visibilitychange', refresh)
  stopLearning = watchSiteTime(refresh)
  refresh()
}

function end(): void {
  clearInterval(timer)
  stopLearning?.()
  document.removeEventListener('visibilitychange', refresh)
}

function refresh(): void {
  minute.set(siteTime())
}
