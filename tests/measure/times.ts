/** Times of one question, asked again and again. */

export type Times = { median: number; p95: number }

type Asking = {
  times?: number | undefined
  /** Is not counted. */
  before?: () => Promise<void>
  /** Asked some times first, which doesn't count either. */
  isWarm?: boolean
}

/** In milliseconds. */
export async function timesOf(
  question: (time: number) => Promise<unknown>,
  { times = 40, before, isWarm = true }: Asking = {},
): Promise<Times> {
  if (isWarm) for (let time = 0; time < times / 8; time++) await question(1_000 + time)
  const measured: number[] = []
  for (let time = 0; time < times; time++) {
    await before?.()
    const begin = performance.now()
    await question(time)
    measured.push(performance.now() - begin)
  }
  measured.sort((one, other) => one - other)
  const at = (share: number) => Number((measured[Math.ceil(times * share) - 1] ?? Number.NaN).toFixed(1))
  return { median: at(0.5), p95: at(0.95) }
}
