'use client'
import { useSyncExternalStore } from 'react'
import { observable } from '@/lib/browser/observable'
import { describeLocalTime, describeRelativeTime } from '@/lib/time/relative-time'

type Props = {
  /** ISO 8601. */
  at: string
  /** ISO 8601: the server's clock, so that the first render in the browser agrees. Not needed where only a browser renders. */
  now?: string
}

/**
 * How long ago, in words that stay true. The exact time is in the tooltip from hydration on: only the browser
 * knows the visitor's time zone.
 */
export function RelativeTime({ at, now }: Props) {
  const currentMs = useSyncExternalStore(watchMinutes, minute.current, notYet)
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return null
  const isServerTime = currentMs === null && now !== undefined
  const viewpoint = isServerTime
    ? { now: new Date(now), timeZone: 'UTC' }
    : { now: new Date(currentMs ?? Date.now()) }
  return (
    <time dateTime={at} title={isServerTime ? undefined : describeLocalTime(date)}>
      {describeRelativeTime(date, viewpoint)}
    </time>
  )
}

const everyMs = 60_000

/** The time in ms, refreshed each minute while somebody watches; null before. */
const minute = observable<number, number | null>(null)
const notYet = () => null
let watchers = 0
let timer = 0

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
  refresh()
}

function end(): void {
  clearInterval(timer)
  document.removeEventListener('visibilitychange', refresh)
}

function refresh(): void {
  minute.set(Date.now())
}
