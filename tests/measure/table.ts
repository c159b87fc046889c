/** The rows of the table: what was measured of Foyer and of the bare app, and the goal. */

export type Row = {
  what: string
  foyer: string
  bare: string
  /** Foyer to bare. */
  ratio: string
  goal: string
  /** Null without a goal. */
  isMet: boolean | null
}

/** Of Foyer's number, or of how it compares with the bare app's. */
export type Goal = ({ atLeast: number } | { atMost: number }) & { of?: 'ratio' | 'difference' }

type Measured = { what: string; unit: string; foyer: number; bare?: number; goal?: Goal | undefined }

/** A number of Foyer, beside that of the bare app if it has one. */
export function rowOf({ what, unit, foyer, bare = Number.NaN, goal }: Measured): Row {
  const [ratio, difference] = [foyer / bare, foyer - bare]
  const value = goal?.of === 'ratio' ? ratio : goal?.of === 'difference' ? difference : foyer
  const added = goal?.of === 'difference' ? ` (+${formatNumber(difference)})` : ''
  return {
    what: `${what}, ${unit}`,
    foyer: formatNumber(foyer),
    bare: formatNumber(bare),
    ratio: formatNumber(ratio) + added,
    goal: goal ? `${goal.of === 'difference' ? '+' : ''}${formatGoal(goal)}` : '',
    isMet: goal ? ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost) : null,
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

/** The middle value; of an even number, the upper of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function formatGoal(goal: Goal): string {
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
}

/** With three figures: a busy machine can't tell more. Empty for none. */
function formatNumber(value: number): string {
  if (Number.isNaN(value)) return ''
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}
