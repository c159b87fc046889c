/** Names of tests. */
import ts from 'typescript'
import { eachModule, isTest, nodesOf, type Rule } from '../source'

const maxCharacters = 100

/** A test's name is one promise, short enough to read at a glance. */
export const testNames: Rule = eachModule((file) =>
  isTest(file.path)
    ? nodesOf(file, ts.isCallExpression)
        .map(nameGivenBy)
        .filter((name) => name.length > maxCharacters)
        .map((name) => `'${name}' has ${name.length} characters`)
    : [],
)

/** The name in `test('…', …)`, `describe`, `test.step` or `test.each(…)`, without a template's values. */
function nameGivenBy({ expression, arguments: [first] }: ts.CallExpression): string {
  if (!first || !/^(?:\w*[tT]est|describe)\b/.test(expression.getText())) return ''
  if (ts.isStringLiteralLike(first)) return first.text
  if (!ts.isTemplateExpression(first)) return ''
  return first.head.text + first.templateSpans.map(({ literal }) => literal.text).join('')
}
