import ts from 'typescript'
import { eachModule, type Rule, treeOf } from '../source'

/** Caches of settings, constants and published keys: each bundle may have its own. */
const derived: Readonly<Record<string, string>> = {
  'lib/config/config.ts': 'known',
  'lib/session/token.ts': 'keySources',
  'lib/site/paths.ts': 'splitEndpoints',
}

/** Next loads a module once per bundle: a module's count would be separate for pages and handlers. */
export const moduleState: Rule = {
  name: 'what changes is kept in oncePerProcess, not in a module',
  find: eachModule((file) => {
    if (!/^(lib|app)\//.test(file.path) || file.path.startsWith('lib/browser/')) return []
    return treeOf(file)
      .statements.filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations.filter(changes))
      .map(({ name }) => name.getText())
      .filter((name) => derived[file.path] !== name)
      .map((name) => `${name} is state of this module`)
  }),
  example: { path: 'lib/server/notes/notes.ts', source: 'const opened = new Map<string, number>()' },
}

/** A `let`, or a collection that starts empty. */
function changes({ parent, initializer }: ts.VariableDeclaration): boolean {
  if (!(parent.flags & ts.NodeFlags.Const)) return true
  return /^new (Weak)?(Map|Set)(<.*>)?\(\)$/s.test(initializer?.getText() ?? '')
}
