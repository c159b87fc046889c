/** The rows of the one table: what was measured of Foyer and of the bare app, and what was meant to come out. */

export type Row = {
  what: string
  foyer: string
  bare: string
  /** Foyer to bare. */
  ratio: string
  goal: string
  /** Null: there is no goal. */
  isMet: boolean | null
}

export type Goal = { atLeast: number } | { atMost: number }

type Compared = {
  what: string
  unit: string
  foyer: number
  bare: number
  /** Of the ratio, or of what Foyer has over bare, in the same unit. */
  goal?: (Goal & { of: 'ratio' | 'difference' }) | undefined
  /** If it is not the one of these two medians. */
  ratio?: number
}

/** A number beside that of the bare app. */
export function comparedRow({ what, unit, foyer, bare, goal, ratio = foyer / bare }: Compared): Row {
  const isDifference = goal?.of === 'difference'
  return {
    what: `${what}, ${unit}`,
    foyer: formatNumber(foyer),
    bare: formatNumber(bare),
    ratio: isDifference ? `${formatNumber(ratio)} (+${formatNumber(foyer - bare)})` : formatNumber(ratio),
    goal: goal ? `${isDifference ? '+' : ''}${formatGoal(goal)}` : '',
    isMet: goal ? isReached(isDifference ? foyer - bare : ratio, goal) : null,
  }
}

/** A number that nothing of a bare app compares with. */
export function singleRow({
  what,
  unit,
  foyer,
  goal,
}: Omit<Compared, 'bare' | 'goal'> & { goal?: Goal }): Row {
  return {
    what: `${what}, ${unit}`,
    foyer: formatNumber(foyer),
    bare: '',
    ratio: '',
    goal: goal ? formatGoal(goal) : '',
    isMet: goal ? isReached(foyer, goal) : null,
  }
}

/** As Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ what, foyer, bare, ratio, goal, isMet }) => {
    const mark = isMet === null ? '' : isMet ? 'yes' : '**no**'
    return `| ${[what, foyer, bare, ratio, goal, mark].join(' | ')} |`
  })
  return ['| what | Foyer | bare | ratio | goal | met |', '|---|--:|--:|--:|--:|:-:|', ...cells].join('\n')
}

/** The middle one; of an even number, the upper of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function isReached(value: number, goal: Goal): boolean {
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

function formatGoal(goal: Goal): string {
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
}

/** Three figures are more than a busy machine can tell. */
function formatNumber(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}
