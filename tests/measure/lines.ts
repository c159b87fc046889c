/** How much there is to read: lines with comments and empty ones, by subject, and words of documents. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type Row, rowOf } from './table'

/** What a path is about, and the lines that this is worth: the first that matches. */
const subjects: [name: string, atMost: number, paths: RegExp][] = [
  ['log reader', 1_900, /^scripts\/logs/],
  [
    'start, image, build',
    650,
    /^(scripts\/(start|image|post-build|typescript|health)|instrumentation|next\.config|lib\/server\/(start|process|regular-work)\.ts|app\/api\/cron)/,
  ],
  ['config, doctor', 1_000, /^scripts\/(doctor|prove)|(^|\/)(config|debug-config)(\/|\.ts)/],
  ['passkeys', 2_000, /passkey/],
  [
    'second factor, email links',
    2_000,
    /second-factor|email-link|auth\/action|session\/(links|proofs?)\.ts|address-proof/,
  ],
  ['notes', 4_500, /notes?(\/|-|\.)|shares?(\/|-|\.)|trash|app\/app\/(\[uuid\]|new|page)|links-hash/],
  ['consent', 1_350, /consent/],
  [
    'http, front, site, builds',
    2_300,
    /^(lib(\/browser|\/server)?\/(http|site|builds|front|guard)|lib\/rooms\.ts|app\/(builds|api\/\[)|middleware)/,
  ],
  ['log, errors', 1_200, /(^|\/)(log|errors?)(\/|\.ts)/],
  ['identity', 2_200, /(^|\/)identity\/|^app\/%5F%5F/],
  ['account', 2_300, /(^|\/)accounts?(\/|\.ts)/],
  ['session', 2_250, /(^|\/)(session|sessions|sign-in|login)(\/|-|\.ts)|^app\/auth/],
  [
    'database without rooms',
    1_150,
    /^(lib\/server\/(database|backup|rooms?)|scripts\/(backup|restore|forget|people))/,
  ],
  ['pages, layout, ui', 3_500, /./],
]

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
  return [
    ...subjects.map((subject) =>
      countLines(
        subject[0],
        product.filter((path) => subjects.find(([, , paths]) => paths.test(path)) === subject),
        subject[1],
      ),
    ),
    countLines(
      'CSS, in the above',
      product.filter((path) => path.endsWith('.css')),
      2_300,
    ),
    countLines('product', product, 30_000),
    countLines(
      'tests',
      code.filter((path) => path.startsWith('tests/')),
      30_000,
    ),
    countWords(paths.filter((path) => path.endsWith('.md'))),
  ]
}

function countLines(what: string, paths: readonly string[], atMost: number): Row {
  const lines = paths.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0)
  return rowOf({ what, unit: 'lines', foyer: lines, goal: { atMost } })
}

function countWords(paths: readonly string[]): Row {
  const words = paths.reduce((sum, path) => sum + readFileSync(path, 'utf8').split(/\s+/).length, 0)
  return rowOf({ what: 'documents', unit: 'words', foyer: words, goal: { atMost: 30_000 } })
}
