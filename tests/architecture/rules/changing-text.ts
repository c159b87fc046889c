import ts from 'typescript'
import { eachModule, isText, nodesOf, type Rule } from '../source'

/** Translators wrap each text node in an element, and React then can't find one that has siblings. */
export const changingText: Rule = {
  name: 'text that appears or changes is the only child of its element',
  find: eachModule((file) =>
    nodesOf(file, ts.isJsxExpression)
      .filter(({ expression, parent }) => changesText(expression) && hasSiblings(parent))
      .map((node) => `changes a text beside others: ${node.getText()}`),
  ),
  example: { path: 'components/ui/button.tsx', source: "const label = <p>Save {isBusy && 'Saving…'}</p>" },
}

function hasSiblings(parent: ts.Node): boolean {
  // A fragment's siblings may be outside it.
  if (ts.isJsxFragment(parent)) return true
  const isFilled = (child: ts.JsxChild) => !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces)
  return ts.isJsxElement(parent) && parent.children.filter(isFilled).length > 1
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
