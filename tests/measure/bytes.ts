/** What the pages of the built site load as scripts, gzipped, beside a bare Next app. `builds/bytes.spec.ts` has the budgets. */
import { statSync } from 'node:fs'
import { paths } from '@/lib/site/routes'
import { gzipBytes, identityScripts, scriptsOf } from '../support/builds/page-scripts'
import { returningBytes } from '../support/builds/without-consent'
import type { Bench } from './bench'
import { type Row, rowOf } from './table'

const build = '.next'

/** KB over bare. */
const goals: Readonly<Record<string, number>> = { [paths.home]: 5, [paths.login]: 13.25 }

export async function measureBytes({ app }: Bench): Promise<Row[]> {
  const kilobytes = (folder: string, scripts: string[]) => gzipBytes(folder, scripts) / 1024
  const bare = kilobytes(`${app.folder}/.next`, scriptsOf(`${app.folder}/.next`, paths.home))
  const pages = [paths.home, paths.terms, paths.privacy, paths.contact, paths.login]
  const compressed = scriptsOf(build, paths.home).map((script) => statSync(`${build}/${script}.br`).size)
  const sent = compressed.reduce((sum, size) => sum + size) / 1024
  const touched = kilobytes(build, identityScripts(build))
  const returning = { foyer: returningBytes() / 1024, goal: { atMost: 1 } }
  return [
    ...pages.map((path) => {
      const [foyer, atMost] = [kilobytes(build, scriptsOf(build, path)), goals[path]]
      const goal = atMost === undefined ? undefined : ({ of: 'difference', atMost } as const)
      return rowOf({ what: `\`${path}\`: scripts`, unit: 'KB gzip', foyer, bare, goal })
    }),
    rowOf({ what: `\`${paths.home}\`: scripts as they are sent`, unit: 'KB', foyer: sent, bare }),
    rowOf({ what: '`/login`: first touch of the form', unit: 'KB gzip', foyer: touched }),
    rowOf({ what: '`/`: cookie consent after an earlier choice', unit: 'KB gzip', ...returning }),
  ]
}
