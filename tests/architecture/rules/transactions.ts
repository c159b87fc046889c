/**
 * A transaction uses only its own queries: others would wait for the embedded database's single connection, which it holds.
 * And it leaves nothing on the connection, which a pooler may give to another client.
 */
import ts from 'typescript'
import { eachModule, nodesOf, type Rule } from '../source'

/** The callback of `x.transaction` doesn't use `x`. */
export const ownTransaction: Rule = eachModule((file) =>
  nodesOf(file, ts.isCallExpression).flatMap(({ expression, arguments: [work] }) => {
    if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'transaction') return []
    const outer = expression.expression.getText()
    return work && usesName(work, outer) ? [`asks by ${outer} in its transaction`] : []
  }),
)

/** What would stay on a connection after its transaction. */
const kept = [
  /\bset\s+(session\s+)?(statement|lock|idle)\w*_timeout\b/i,
  /\bset_config\([^)]*,\s*false\)/i,
  /\bpg_(try_)?advisory_lock/i,
  /\bcreate\s+temp(orary)?\s/i,
  /\bwith\s+hold\b/i,
  /^\s*(listen|prepare|load)\s+\w+/i,
]

/** No statement leaves anything on its connection. */
export const connectionState: Rule = eachModule((file) => {
  if (!file.path.startsWith('lib/server/')) return []
  return nodesOf(file, isText)
    .filter((node) => kept.some((pattern) => pattern.test(node.getText().replace(/^[`'"]/, ''))))
    .map((node) => `leaves something on its connection: ${node.getText()}`)
})

function isText(node: ts.Node): node is ts.Node {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

function usesName(node: ts.Node, name: string): boolean {
  return (
    (ts.isIdentifier(node) && node.text === name) ||
    (ts.forEachChild(node, (child) => usesName(child, name) || undefined) ?? false)
  )
}
