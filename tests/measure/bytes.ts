/** What the pages of the built site load as scripts, gzipped, beside a bare Next app. `builds/bytes.spec.ts` has the budgets. */
import { statSync } from 'node:fs'
import { paths } from '@/lib/site/routes'
import { gzipBytes, identityScripts, scriptsOf } from '../support/builds/page-scripts'
import { returningBytes } from '../support/builds/without-consent'
import type { Bench } from './bench'
import { comparedRow, type Row, singleRow } from './table'

const build = '.next'

/** KB over bare. */
const goals: Readonly<Record<string, number>> = { [paths.home]: 5, [paths.login]: 13 }

export async function measureBytes({ app }: Bench): Promise<Row[]> {
  const kilobytes = (folder: string, scripts: string[]) => gzipBytes(folder, scripts) / 1024
  const bare = kilobytes(`${app.folder}/.next`, scriptsOf(`${app.folder}/.next`, paths.home))
  const pages = [paths.home, paths.terms, paths.privacy, paths.contact, paths.login]
  return [
    ...pages.map((path) => {
      const [foyer, atMost] = [kilobytes(build, scriptsOf(build, path)), goals[path]]
      const goal = atMost === undefined ? undefined : ({ of: 'difference', atMost } as const)
      return comparedRow({ what: `\`${path}\`: scripts`, unit: 'KB gzip', foyer, bare, goal })
    }),
    comparedRow({
      what: `\`${paths.home}\`: scripts as they are sent`,
      unit: 'KB',
      foyer:
        scriptsOf(build, paths.home).reduce(
          (sum, script) => sum + statSync(`${build}/${script}.br`).size,
          0,
        ) / 1024,
      bare,
    }),
    singleRow({
      what: '`/login`: first touch of the form',
      unit: 'KB gzip',
      foyer: kilobytes(build, identityScripts(build)),
    }),
    singleRow({
      what: '`/`: cookie consent for whoever has chosen before',
      unit: 'KB gzip',
      foyer: returningBytes() / 1024,
      goal: { atMost: 1 },
    }),
  ]
}
