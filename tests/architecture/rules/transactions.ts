/** A transaction asks by its own queries: any others wait for the embedded database's one connection, which it has. */
import ts from 'typescript'
import { eachModule, nodesOf, type Rule } from '../source'

/** What is given to `x.transaction` doesn't use `x`. */
export const ownTransaction: Rule = eachModule((file) =>
  nodesOf(file, ts.isCallExpression).flatMap(({ expression, arguments: [work] }) => {
    if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'transaction') return []
    const outer = expression.expression.getText()
    return work && usesName(work, outer) ? [`asks by ${outer} in its transaction`] : []
  }),
)

function usesName(node: ts.Node, name: string): boolean {
  return (
    (ts.isIdentifier(node) && node.text === name) ||
    (ts.forEachChild(node, (child) => usesName(child, name) || undefined) ?? false)
  )
}
