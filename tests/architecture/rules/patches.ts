/** Nothing of what belongs to Node, the browser or Next is changed, but for the list in `lib/server/http/request-guards.ts`. */
import ts from 'typescript'
import { eachModule, isTest, nodesOf, type Rule } from '../source'

/** Where something is patched, and what; the reasons stand in `lib/server/http/request-guards.ts`. */
const patched: Readonly<Record<string, RegExp>> = {
  'lib/server/http/request-guards/console.ts': /^console\.(debug|log|info|warn|error)$/,
  'lib/server/http/request-guards/security-headers.ts': /^ServerResponse\.prototype$/,
  'lib/browser/errors/watch.ts': /^console\.error$/,
  // No patch: `ga-disable-…` on the window is Google's own switch.
  'lib/browser/consent/analytics.ts': /^window$/,
}

/** Meant to be set; the environment has its own rule. */
const meantToBeSet = /^process\.(exitCode$|env\b)/

/** Only the listed files assign to globals. */
export const patches: Rule = eachModule((file) => {
  if (isTest(file.path)) return []
  const found = [
    ...nodesOf(file, ts.isBinaryExpression)
      .filter(({ operatorToken: { kind } }) => isAssignment(kind))
      .map(({ left }) => left.getText())
      .filter((target) => ofGlobal.test(target)),
    ...nodesOf(file, ts.isCallExpression)
      .filter(({ expression }) => definers.test(expression.getText()))
      .map(({ arguments: [target] }) => target?.getText() ?? '')
      .filter((target) => global.test(target)),
    ...nodesOf(file, isPrototype).map((node) => node.getText()),
  ]
  return found
    .filter((target) => !meantToBeSet.test(target) && !patched[file.path]?.test(target))
    .map((target) => `patches ${target}`)
})

const names = '(globalThis|global|window|process|console)'
/** `process.stdout.write`, `console['log']` … */
const ofGlobal = new RegExp(`^\\(?${names}\\b.*[.\\[]`)
const global = new RegExp(`^${names}(\\.|$)`)
const definers = /^(Object\.(assign|definePropert(y|ies)|setPrototypeOf)|Reflect\.(set|defineProperty))$/

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

/** We have no classes, so every prototype is foreign. */
function isPrototype(node: ts.Node): node is ts.PropertyAccessExpression {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'prototype'
}
