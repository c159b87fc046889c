/** How much there is to read: lines with comments and empty ones, by subject, and words of documents. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type Row, rowOf } from './table'

/** What a path is about: the first that matches. What matches none is a page, its layout or its parts. */
const subjects: [name: string, paths: RegExp][] = [
  ['log reader', /^scripts\/logs/],
  [
    'start, image, build',
    /^(scripts\/(start|image|post-build|typescript|health)|instrumentation|next\.config)/,
  ],
  ['start, image, build', /^(lib\/server\/(start|process|regular-work)\.ts|app\/api\/cron)/],
  ['config, doctor', /^scripts\/doctor|(^|\/)(config|debug-config)(\/|\.ts)/],
  ['passkeys', /passkey/],
  [
    'second factor, email links',
    /second-factor|email-link|auth\/action|session\/(links|proofs?)\.ts|address-proof/,
  ],
  ['notes', /notes?(\/|-|\.)|shares?(\/|-|\.)|trash|app\/app\/(\[uuid\]|new|page)|links-hash/],
  ['consent', /consent/],
  [
    'http, front, site, builds',
    /^(lib(\/browser|\/server)?\/(http|site|builds|front|guard)|app\/(builds|api\/\[)|middleware)/,
  ],
  ['log, errors', /(^|\/)(log|errors?)(\/|\.ts)/],
  ['identity', /(^|\/)identity\/|^app\/%5F%5F/],
  ['account', /(^|\/)accounts?(\/|\.ts)/],
  ['session', /(^|\/)(session|sessions|sign-in|login)(\/|-|\.ts)|^app\/auth/],
  ['http, front, site, builds', /^lib\/rooms\.ts/],
  ['database without rooms', /^(lib\/server\/(database|backup|rooms?)|scripts\/(backup|restore|forget))/],
]
const others = 'pages, layout, ui'

/** What each subject is worth, in lines. */
const ceilings: Readonly<Record<string, number>> = {
  'log reader': 1_900,
  'start, image, build': 650,
  'config, doctor': 1_000,
  passkeys: 2_000,
  'second factor, email links': 2_000,
  notes: 4_200,
  consent: 1_350,
  'http, front, site, builds': 2_300,
  'log, errors': 1_200,
  identity: 2_200,
  account: 2_300,
  session: 2_250,
  'database without rooms': 1_150,
  [others]: 3_500,
}

const isProduct = (path: string) =>
  /^((app|components|lib|scripts)\/|(middleware|instrumentation|instrumentation-client|next\.config)\.ts$)/.test(
    path,
  )

/** Of the product by subject, its tests and its documents, as they stand in this folder. */
export function measureLines(): Row[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const paths = listed.toString().split('\0').filter(existsSync)
  const code = paths.filter((path) => /\.(tsx?|css|mjs|cjs)$/.test(path))
  const product = code.filter(isProduct)
  const names = [...new Set(subjects.map(([name]) => name)), others]
  return [
    ...names.map((name) =>
      countLines(
        name,
        product.filter((path) => subjectOf(path) === name),
        ceilings[name],
      ),
    ),
    countLines(
      'CSS, in the above',
      product.filter((path) => path.endsWith('.css')),
      2_300,
    ),
    countLines('product', product, 28_000),
    countLines(
      'tests',
      code.filter((path) => path.startsWith('tests/')),
      30_000,
    ),
    countWords(paths.filter((path) => path.endsWith('.md'))),
  ]
}

function subjectOf(path: string): string {
  return subjects.find(([, paths]) => paths.test(path))?.[0] ?? others
}

function countLines(what: string, paths: readonly string[], atMost?: number): Row {
  const lines = paths.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0)
  return rowOf({ what, unit: 'lines', foyer: lines, goal: atMost === undefined ? undefined : { atMost } })
}

function countWords(paths: readonly string[]): Row {
  const words = paths.reduce((sum, path) => sum + readFileSync(path, 'utf8').split(/\s+/).length, 0)
  return rowOf({ what: 'documents', unit: 'words', foyer: words, goal: { atMost: 30_000 } })
}
