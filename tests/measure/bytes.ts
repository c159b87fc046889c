/** What the pages of the built site load as scripts, gzipped, beside a bare Next app. `builds/bytes.spec.ts` has the budgets. */
import { statSync } from 'node:fs'
import { paths } from '@/lib/site/routes'
import {
  gzipBytes,
  homeBudgetBytes,
  identityScripts,
  loginBudgetBytes,
  scriptsOf,
} from '../support/builds/page-scripts'
import type { Bench } from './servers'
import { type Row, rowOf } from './table'

const build = '.next'
const pages = [paths.home, paths.terms, paths.privacy, paths.contact, paths.login]

/** Over bare. */
const budgets: Readonly<Record<string, number>> = {
  [paths.home]: homeBudgetBytes,
  [paths.login]: loginBudgetBytes,
}

export async function measureBytes({ app }: Bench): Promise<Row[]> {
  const kilobytes = (folder: string, scripts: string[]) => gzipBytes(folder, scripts) / 1024
  const bare = kilobytes(app.build, scriptsOf(app.build, paths.home))
  const compressed = scriptsOf(build, paths.home).map((script) => statSync(`${build}/${script}.br`).size)
  const sent = compressed.reduce((sum, size) => sum + size) / 1024
  const touched = kilobytes(build, identityScripts(build))
  return [
    ...pages.map((path) => {
      const [foyer, budget] = [kilobytes(build, scriptsOf(build, path)), budgets[path]]
      const goal = budget === undefined ? undefined : ({ of: 'difference', atMost: budget / 1024 } as const)
      return rowOf({ what: `\`${path}\`: scripts`, unit: 'KB gzip', foyer, bare, goal })
    }),
    rowOf({ what: `\`${paths.home}\`: scripts as they are sent`, unit: 'KB', foyer: sent, bare }),
    rowOf({ what: '`/login`: first touch of the form', unit: 'KB gzip', foyer: touched }),
  ]
}
