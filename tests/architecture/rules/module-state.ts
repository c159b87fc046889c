/** State between requests is kept once per process, not per module. */
import ts from 'typescript'
import { eachModule, type Rule, type SourceFile, treeOf } from '../source'

/** Caches of settings, constants and published keys: each bundle may have its own. */
const derived: Readonly<Record<string, string>> = {
  'lib/config/config.ts': 'known',
  'lib/guard.ts': 'bootHashes',
  'lib/session/token.ts': 'keySources',
  'lib/site/paths.ts': 'splitEndpoints',
}

/** Next loads a module once per bundle: a module's count would be separate for pages and handlers. */
export const moduleState: Rule = eachModule((file) => {
  if (!/^(lib|app)\//.test(file.path) || file.path.startsWith('lib/browser/')) return []
  const changed = changedNamesIn(file)
  return declarationsOf(file)
    .filter((declaration) => holdsState(declaration, changed))
    .map(({ name }) => name.getText())
    .filter((name) => derived[file.path] !== name)
    .map((name) => `${name} is state of this module: keep it in oncePerProcess`)
})

function declarationsOf(file: SourceFile): ts.VariableDeclaration[] {
  return treeOf(file)
    .statements.filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations])
}

function holdsState(
  { name, type, initializer, parent }: ts.VariableDeclaration,
  changed: Set<string>,
): boolean {
  if (!(parent.flags & ts.NodeFlags.Const)) return true
  if (!initializer || isSharedOnce(initializer)) return false
  const isReadonly = type?.getText().startsWith('Readonly') ?? false
  return (
    isEmptyCollection(initializer) ||
    (!isReadonly && isToBeFilled(initializer)) ||
    changed.has(name.getText())
  )
}

function isSharedOnce(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && node.expression.getText() === 'oncePerProcess'
}

function isEmptyCollection(node: ts.Expression): boolean {
  if (!ts.isNewExpression(node)) return false
  return /^(Weak)?(Map|Set)$/.test(node.expression.getText()) && !node.arguments?.length
}

/** An object with a `null` in it is to be filled, unless it's `as const` or of a readonly type. */
function isToBeFilled(node: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false
  return node.properties.some(
    (property) =>
      ts.isPropertyAssignment(property) && /^(null|undefined)$/.test(property.initializer.getText()),
  )
}

const mutators = /^(set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)$/

/** Names whose members the file sets, or whose mutating methods it calls. */
function changedNamesIn(file: SourceFile): Set<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    const target = changedBy(node)
    if (target) names.add(rootOf(target))
    ts.forEachChild(node, visit)
  }
  visit(treeOf(file))
  return names
}

function changedBy(node: ts.Node): ts.Node | null {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return memberOrNull(node.left)
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return changedByOperator(node)
  if (ts.isDeleteExpression(node)) return memberOrNull(node.expression)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  const { expression: holder, name } = node.expression
  if (holder.getText() === 'Object' && name.text === 'assign') return node.arguments[0] ?? null
  return mutators.test(name.text) ? holder : null
}

function changedByOperator({ operator, operand }: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression) {
  const isStep = operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken
  return isStep ? memberOrNull(operand) : null
}

function memberOrNull(node: ts.Node): ts.Node | null {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? node : null
}

function rootOf(node: ts.Node): string {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)
    ? rootOf(node.expression)
    : node.getText()
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}
