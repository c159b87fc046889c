/** Translators wrap each text node in an element. React then can't find one that has siblings. */
import ts from 'typescript'
import { eachModule, isTest, nodesOf, type Rule } from '../source'

/** Text that appears, disappears or changes is the only child of its element. */
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
  // A fragment's siblings may be outside it.
  const isFilled = (child: ts.JsxChild) => !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces)
  return ts.isJsxFragment(parent) || parent.children.filter(isFilled).length > 1
}

/** Whether one of its results is a literal text. */
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
