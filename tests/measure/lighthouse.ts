/**
 * Lighthouse for phones with its default settings (`simulate`, processor a quarter of this one), on each page. With its 200
 * packages it's no dependency of ours: `npm exec` keeps it in npm's cache.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { browserArguments, requireBrowser } from '../support/browser'
import { type Bench, measuredPages } from './bench'
import type { Target } from './load'
import { npmProgram } from './servers'
import { median, type Row } from './table'

export const lighthouseVersion = '12.8.2'
export const lighthouseSlowdown = 4

const rounds = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** In the order of the categories. Pages that search engines must not index have no goal for SEO. */
const goals = {
  static: [99, 100, 100, 100],
  entry: [99, 100, 100],
  personal: [97, 100, 100],
}

export async function measureLighthouse(bench: Bench): Promise<Row[]> {
  const chrome = requireBrowser()
  const measured = measuredPages.map((page) => ({
    ...{ ...page, ...bench.pairOf(page.path), failures: new Set<string>() },
    ...{ ownScores: categories.map((): number[] => []), bareScores: [] as number[] },
  }))
  for (let round = 0; round < rounds; round++)
    for (const { own, bare, ownScores, bareScores, failures } of measured) {
      const report = await reportOn(chrome, own)
      for (const [index, name] of categories.entries()) ownScores[index]?.push(scoreOf(report, name))
      bareScores.push(scoreOf(await reportOn(chrome, bare), 'performance'))
      for (const failure of failuresIn(report)) failures.add(failure)
    }
  for (const { path, failures } of measured)
    if (failures.size > 0) console.log(`${path}: ${[...failures].join(', ')}`)
  return measured.map(({ path, isDynamic, needsSession, ownScores, bareScores }) => {
    const goal = goals[needsSession ? 'personal' : isDynamic ? 'entry' : 'static']
    const medians = ownScores.map(median)
    return {
      what: `\`${path}\`: Lighthouse`,
      foyer: medians.slice(0, goal.length).join('/'),
      bare: String(median(bareScores)),
      ratio: '',
      goal: `≥ ${goal.join('/')}`,
      isMet: goal.every((min, index) => (medians[index] ?? 0) >= min),
    }
  })
}

const score = v.object({ score: v.nullable(v.number()) })
const reportShape = v.object({
  categories: v.object({ performance: score, accessibility: score, 'best-practices': score, seo: score }),
  audits: v.record(v.string(), v.object({ score: v.nullable(v.number()), scoreDisplayMode: v.string() })),
})

type Report = v.InferOutput<typeof reportShape>

/** Of 100. */
const scoreOf = (report: Report, name: (typeof categories)[number]) =>
  Math.round((report.categories[name].score ?? 0) * 100)

/** The audits that can only pass or fail, and failed. */
function failuresIn({ audits }: Report): string[] {
  return Object.entries(audits)
    .filter(([, audit]) => audit.scoreDisplayMode === 'binary' && audit.score === 0)
    .map(([name]) => name)
}

/** Repeats visits without a result, as on a busy machine. */
async function reportOn(chrome: string, target: Target): Promise<Report> {
  for (let visit = 0; visit < maxVisits; visit++) {
    const report = await visitOnce(chrome, target)
    if (report && report.categories.performance.score !== null) return report
  }
  throw new Error(`Lighthouse has no result for ${target.path} after ${maxVisits} visits`)
}

const maxVisits = 5

/** Null if Lighthouse gave up; it says why. */
async function visitOnce(chrome: string, { server, path, cookie }: Target): Promise<Report | null> {
  const flags = ['--headless=new', ...browserArguments().filter((flag) => !flag.includes(' '))]
  const parameters = [
    ...[npmProgram(), 'exec', '--yes', '--ignore-scripts', `--package=lighthouse@${lighthouseVersion}`],
    ...['--', 'lighthouse', server.url + path, '--quiet', '--output=json', '--output-path=stdout'],
    `--chrome-flags=${flags.join(' ')}`,
    `--only-categories=${categories.join(',')}`,
    `--throttling.cpuSlowdownMultiplier=${lighthouseSlowdown}`,
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
  ]
  const env = { ...process.env, CHROME_PATH: chrome }
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'], env })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return code === 0 ? v.parse(reportShape, JSON.parse(output)) : null
}
