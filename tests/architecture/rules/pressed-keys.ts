/** A key that an input method uses isn't ours: `pressedKey` knows. */
import ts from 'typescript'
import { eachModule, isTest, nodesOf, type Rule } from '../source'

/** Where any key counts, as that somebody is there. */
const anyKey = /^components\/sign-in\/first-touch\.ts$/
const helper = 'components/ui/pressed-key.ts'

/** Handlers of keys call `pressedKey`, and their files read no key from an event. */
export const pressedKeys: Rule = eachModule((file) => {
  if (isTest(file.path) || file.path === helper || !/key(board|down|up|press)/i.test(file.source)) return []
  const reads = [
    ...nodesOf(file, ts.isPropertyAccessExpression).map(({ name }) => name.text),
    ...nodesOf(file, ts.isBindingElement).map(({ name, propertyName = name }) => propertyName.getText()),
  ].filter((name) => /^(key|keyCode|charCode|which|isComposing)$/.test(name))
  const isHandled = nodesOf(file, ts.isCallExpression).some(
    (call) => call.expression.getText() === 'pressedKey',
  )
  const handlers =
    isHandled || anyKey.test(file.path) ? [] : nodesOf(file, isKeyName).map((node) => node.text)
  return [
    ...reads.map((name) => `reads ${name} of an event`),
    ...handlers.map((name) => `handles ${name} without pressedKey`),
  ]
})

/** The name of a handler's property, or of the event that a listener hears. */
function isKeyName(node: ts.Node): node is ts.Identifier | ts.StringLiteral {
  if (ts.isStringLiteral(node))
    return ts.isCallExpression(node.parent) && /^key(down|up|press)$/.test(node.text)
  return ts.isIdentifier(node) && /^onkey(down|up|press)(capture)?$/i.test(node.text) && !isLocal(node)
}

/** A handler's own name says nothing about who hears it. */
function isLocal({ parent }: ts.Identifier): boolean {
  return !(
    ts.isJsxAttribute(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyAccessExpression(parent)
  )
}
