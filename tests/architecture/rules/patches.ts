import ts from 'typescript'
import { eachModule, nodesOf, type Rule } from '../source'

/**
 * Where something is patched, and what. While the Firebase SDK restores its user nothing else reaches what it hears. The methods of `console` are Next's only output for errors, and each line on stdout must
 * be a record; `console.error` in browsers is React's only report of an error that a boundary caught.
 */
const patched: Readonly<Record<string, RegExp>> = {
  'lib/server/http/console.ts': /^console\.(debug|log|info|warn|error)$/,
  'lib/browser/errors/watch.ts': /^console\.error$/,
  'lib/browser/identity/firebase/restore.ts': /^globalThis\.fetch$/,
  // No patch: `ga-disable-…` on the window is Google's own switch.
  'lib/browser/consent/analytics.ts': /^window$/,
}

/** What is set in the environment, Biome's `noProcessEnv` allows in two files. */
const meantToBeSet = /^process\.(exitCode$|env\b)/

const definers = /^(Object\.(assign|definePropert(y|ies)|setPrototypeOf)|Reflect\.(set|defineProperty))$/

/** Changes nothing of Node's, the browser's or Next's, but for the list. We have no classes, so every prototype is foreign. */
export const patches: Rule = {
  name: 'globals and prototypes stay as they are',
  find: eachModule((file) => {
    const assigned = nodesOf(file, ts.isBinaryExpression)
      .filter(({ operatorToken: { kind } }) => kind === ts.SyntaxKind.EqualsToken)
      .map(({ left }) => left.getText())
      .filter(
        (target) => /^(globalThis|window|process|console)\b.*[.[]/.test(target) && !meantToBeSet.test(target),
      )
    const defined = nodesOf(file, ts.isCallExpression)
      .filter(({ expression }) => definers.test(expression.getText()))
      .map(({ arguments: [target] }) => target?.getText() ?? '')
      .filter(
        (target) => /^(globalThis|window|process|console)(\.|$)/.test(target) && !meantToBeSet.test(target),
      )
    const prototypes = nodesOf(file, ts.isPropertyAccessExpression)
      .filter(({ name }) => name.text === 'prototype')
      .map((node) => node.getText())
    return [...assigned, ...defined, ...prototypes]
      .filter((target) => !patched[file.path]?.test(target))
      .map((target) => `patches ${target}`)
  }),
  example: { path: 'lib/server/log/log.ts', source: "process.stdout['write'] = () => true" },
}
