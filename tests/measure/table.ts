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

/** Of Foyer's number, or of its ratio to the bare app's. */
type Goal = ({ atLeast: number } | { atMost: number }) & { of?: 'ratio' }

type Measured = { what: string; unit: string; foyer: number; bare?: number; goal?: Goal | undefined }

/** A number of Foyer, beside that of the bare app if it has one. */
export function rowOf({ what, unit, foyer, bare = Number.NaN, goal }: Measured): Row {
  const ratio = foyer / bare
  const value = goal?.of === 'ratio' ? ratio : foyer
  const [limit, isMet] =
    goal === undefined
      ? ['', null]
      : 'atLeast' in goal
        ? [`≥ ${goal.atLeast}`, value >= goal.atLeast]
        : [`≤ ${goal.atMost}`, value <= goal.atMost]
  const [own, other, compared] = [foyer, bare, ratio].map(formatNumber) as [string, string, string]
  return { what: `${what}, ${unit}`, foyer: own, bare: other, ratio: compared, goal: limit, isMet }
}

/** As Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ what, foyer, bare, ratio, goal, isMet }) => {
    const mark = isMet === null ? '' : isMet ? 'yes' : '**no**'
    return `| ${[what, foyer, bare, ratio, goal, mark].join(' | ')} |`
  })
  return ['| what | Foyer | bare | ratio | goal | met |', '|---|--:|--:|--:|--:|:-:|', ...cells].join('\n')
}

/** With three figures: a busy machine can't tell more. Empty for none. */
function formatNumber(value: number): string {
  if (Number.isNaN(value)) return ''
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}
