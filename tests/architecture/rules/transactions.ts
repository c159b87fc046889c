import ts from 'typescript'
import { eachModule, isText, nodesOf, type Rule, type SourceFile, treeOf } from '../source'

/** What would stay on a connection after its transaction, which a pooler may give to another client. */
const kept = [
  /\bset\s+(session\s+)?(statement|lock|idle)\w*_timeout\b/i,
  /\bset_config\([^)]*,\s*false\)/i,
  /\bpg_(try_)?advisory_lock/i,
  /\bcreate\s+temp(orary)?\s/i,
  /\bwith\s+hold\b/i,
  /^\s*(listen|prepare|load)\s+\w+/i,
]

/**
 * Other queries would wait for the embedded database's single connection, which the transaction holds. A write without its
 * session could be stored after the session has ended.
 */
export const transactions: Rule = {
  name: 'a write has its session, a transaction only its own queries, and nothing stays on a connection',
  find: eachModule((file) => [...foreignQueries(file), ...writesWithoutSession(file), ...keptSettings(file)]),
  example: {
    path: 'lib/server/database/notes.ts',
    source: 'database.transaction(async () => database.select())',
  },
}

function foreignQueries(file: SourceFile): string[] {
  return nodesOf(file, ts.isCallExpression).flatMap(({ expression, arguments: [work] }) => {
    if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'transaction') return []
    const outer = expression.expression.getText()
    return work && usesName(work, outer) ? [`asks by ${outer} in its transaction`] : []
  })
}

/** Of rooms: the database's own files write for sign-ins and operators, too. */
function writesWithoutSession(file: SourceFile): string[] {
  if (!/^lib\/server\/(?!database\/|backup\/)/.test(file.path)) return []
  return treeOf(file)
    .statements.map((statement) => statement.getText())
    .filter(
      (text) => /\.insert\(|\binsert into\b/.test(text) && !/\b(writeAs|requireLiveSession)\(/.test(text),
    )
    .map((text) => `inserts without writeAs or requireLiveSession: ${text.slice(0, 60)}`)
}

function usesName(node: ts.Node, name: string): boolean {
  return (
    (ts.isIdentifier(node) && node.text === name) ||
    (ts.forEachChild(node, (child) => usesName(child, name) || undefined) ?? false)
  )
}

function keptSettings(file: SourceFile): string[] {
  if (!file.path.startsWith('lib/server/')) return []
  return nodesOf(file, isText)
    .filter((node) => kept.some((pattern) => pattern.test(node.getText().replace(/^[`'"]/, ''))))
    .map((node) => `leaves something on its connection: ${node.getText()}`)
}
