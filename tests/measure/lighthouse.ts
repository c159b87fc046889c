/**
 * Lighthouse for phones as it comes (`simulate`, processor a quarter of this one), on each page. With its 200 packages it is no
 * dependency of ours: it is installed beside the packages when it is first asked for.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
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

/** In the order of the categories. Pages that search engines must leave out have no goal for those. */
const goals = {
  static: [99, 100, 100, 100],
  entry: [99, 100, 100],
  personal: [97, 100, 100],
}

export async function measureLighthouse(stage: Bench): Promise<Row[]> {
  const program = requireLighthouse()
  const own = measuredPages.map(() => categories.map((): number[] => []))
  const bare = measuredPages.map((): number[] => [])
  const findings = new Map<string, Set<string>>()
  for (let round = 0; round < rounds; round++)
    for (const [index, { path }] of measuredPages.entries()) {
      const pair = stage.pairOf(path)
      const report = await reportOn(program, pair.own)
      for (const [place, name] of categories.entries()) own[index]?.[place]?.push(scoreOf(report, name))
      bare[index]?.push(scoreOf(await reportOn(program, pair.bare), 'performance'))
      findings.set(path, new Set([...(findings.get(path) ?? []), ...failuresIn(report)]))
    }
  for (const [path, failures] of findings)
    if (failures.size > 0) console.log(`${path}: ${[...failures].join(', ')}`)
  return measuredPages.map(({ path, isDynamic, needsSession }, index) => {
    const goal = goals[needsSession ? 'personal' : isDynamic ? 'entry' : 'static']
    const medians = (own[index] ?? []).map(median)
    return {
      what: `\`${path}\`: Lighthouse`,
      foyer: medians.slice(0, goal.length).join('/'),
      bare: String(median(bare[index] ?? [])),
      ratio: '',
      goal: `≥ ${goal.join('/')}`,
      isMet: goal.every((least, place) => (medians[place] ?? 0) >= least),
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

/** What is right or wrong, and wrong here. */
function failuresIn({ audits }: Report): string[] {
  return Object.entries(audits)
    .filter(([, audit]) => audit.scoreDisplayMode === 'binary' && audit.score === 0)
    .map(([name]) => name)
}

function requireLighthouse(): string {
  const folder = resolve('node_modules', '.cache', `lighthouse-${lighthouseVersion}`)
  const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save']
  const parameters = [npmProgram(), 'install', ...options, `lighthouse@${lighthouseVersion}`]
  const { status } = spawnSync(process.execPath, parameters, { stdio: 'inherit' })
  if (status !== 0) throw new Error('Lighthouse could not be installed.')
  return program
}

/** A visit that gives no result, as on a machine with other work, is no measurement: it is made again. */
async function reportOn(program: string, target: Target): Promise<Report> {
  for (let visit = 0; visit < maxVisits; visit++) {
    const report = await visitOnce(program, target)
    if (report && report.categories.performance.score !== null) return report
  }
  throw new Error(`Lighthouse has no result for ${target.path} after ${maxVisits} visits`)
}

const maxVisits = 5

/** Null if Lighthouse gave up; it says why. */
async function visitOnce(program: string, { server, path, cookie }: Target): Promise<Report | null> {
  const flags = ['--headless=new', ...browserArguments().filter((flag) => !flag.includes(' '))]
  const child = spawn(
    process.execPath,
    [
      program,
      server.url + path,
      '--quiet',
      '--output=json',
      '--output-path=stdout',
      `--chrome-flags=${flags.join(' ')}`,
      `--only-categories=${categories.join(',')}`,
      `--throttling.cpuSlowdownMultiplier=${lighthouseSlowdown}`,
      ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, CHROME_PATH: browser() } },
  )
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const [code] = await once(child, 'close')
  return code === 0 ? v.parse(reportShape, JSON.parse(text)) : null
}

let found: string | undefined

function browser(): string {
  found ??= requireBrowser()
  return found
}
