/** A translator puts each text of a page into an element of its own. React then can't find it again where it has siblings. */
import ts from 'typescript'
import { eachModule, isTest, nodesOf, type Rule } from '../source'

/** Text that comes, goes or changes stands in an element of its own, or is all that its element has. */
export const changingText: Rule = eachModule((file) => {
  if (isTest(file.path)) return []
  const isChild = (node: ts.Node): node is ts.JsxExpression =>
    ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))
  return nodesOf(file, isChild)
    .filter(({ expression, parent }) => changesText(expression) && hasSiblings(parent))
    .map((node) => `changes a text beside others: ${node.getText()}`)
})

function hasSiblings(parent: ts.Node): boolean {
  if (!ts.isJsxElement(parent) && !ts.isJsxFragment(parent)) return false
  // Those of a fragment may be beside it.
  const isFilled = (child: ts.JsxChild) => !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces)
  return ts.isJsxFragment(parent) || parent.children.filter(isFilled).length > 1
}

/** Whether one of its results is a text that stands there. */
function changesText(expression: ts.Expression | undefined): boolean {
  if (!expression) return false
  if (ts.isParenthesizedExpression(expression)) return changesText(expression.expression)
  if (ts.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].some((result) => isText(result) || changesText(result))
  if (!ts.isBinaryExpression(expression)) return false
  const { left, right, operatorToken } = expression
  const results = operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? [right] : [left, right]
  return results.some((result) => isText(result) || changesText(result))
}

function isText(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isText(node.expression)
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}
