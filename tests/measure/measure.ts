/**
 * `npm run measure`: Foyer in production beside a bare Next app built on the spot, in one table, which goes to
 * `docs/performance.md`. `npm run measure -- paint` measures those parts and only prints them.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { buildBareApp } from '../support/builds/bare-app'
import { gzipBytes, scriptsOf } from '../support/builds/page-scripts'
import { measureLines } from './lines'
import { measureRolls } from './rolls'
import { measureScale } from './scale'
import { type Bench, startBench } from './servers'
import { measureShapes } from './shapes'
import { measureMemory, measurePaint, measureRequests } from './speed'
import { type Row, rowOf, tableOf } from './table'

/** The parts that need both apps; their numbers are worth keeping. */
const comparing: Record<string, (bench: Bench) => Promise<Row[]>> = {
  paint: measurePaint,
  requests: measureRequests,
  memory: measureMemory,
}
/** They take minutes, and show whether anything exceeds its limit. `scale` writes `docs/scale.md`. */
const alone: Record<string, () => Row[] | Promise<Row[]>> = {
  bytes: measureBareApp,
  lines: measureLines,
  shapes: measureShapes,
  scale: measureScale,
  rolls: measureRolls,
}
const all = [...Object.keys(comparing), ...Object.keys(alone)]

async function main(): Promise<void> {
  const given = process.argv.slice(2)
  const unknown = given.filter((part) => !all.includes(part))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. Parts: ${all.join(', ')}`)
  const parts = given.length > 0 ? given : Object.keys(comparing)
  if (parts.some((part) => part !== 'lines' && part !== 'scale') && !existsSync('.next/BUILD_ID'))
    throw new Error('There is no build to measure. Run: npm run build')
  const bench = parts.some((part) => part in comparing) ? await startBench() : null
  const rows: Row[] = []
  try {
    for (const part of parts) {
      console.error(`Measuring: ${part}`)
      const measured = await (bench && comparing[part] ? comparing[part](bench) : alone[part]?.())
      console.log(tableOf(measured ?? []))
      rows.push(...(measured ?? []))
    }
  } finally {
    await bench?.close()
  }
  if (given.length === 0) writeFileSync(join('docs', 'performance.md'), documentOf(rows))
  if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1
}

/** What `builds/bytes.spec.ts` compares with. */
function measureBareApp(): Row[] {
  const app = buildBareApp([{ path: '/', isDynamic: false, htmlBytes: 0 }])
  const bytes = gzipBytes(app.build, scriptsOf(app.build, '/'))
  app.remove()
  return [rowOf({ what: 'scripts of a bare app', unit: 'bytes gzip', foyer: Number.NaN, bare: bytes })]
}

function documentOf(rows: readonly Row[]): string {
  const [processor] = cpus()
  return `# Performance

Written by \`npm run measure\`, on ${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} cores
(${processor?.model.trim()}), Node ${process.versions.node}.

Foyer runs as \`npm start\` in production, with the embedded database and a stand-in for Google. **Bare** is a Next app of about as many bytes of
HTML and the same font, with a middleware that does nothing. Both take turns in five rounds; the numbers are medians.

- Paint: a first visit on a slow 4G, throttled as Lighthouse does with \`devtools\`, processor 4 times as slow.
- Requests: ten connections, pages without compression. Memory: of the server's process after 6,000 of them.

${tableOf(rows.toSorted((a, b) => Number(a.isMet !== false) - Number(b.isMet !== false)))}
`
}

main().catch((error: unknown) => {
  console.error(error)
  // Servers end with this process.
  process.exit(1)
})
