/** Names, exports and length of files, and no empty catch. */
import ts from 'typescript'
import { eachModule, isModule, nodesOf, type Rule, type SourceFile, treeOf } from '../source'

const maxLines = 400
const nameless = /^(utils?|helpers?|common|index)$/

/** A file is named after a concept: no `utils`, no barrels. */
export const fileNames: Rule = eachModule((file) => {
  if (!/^(lib|components)\//.test(file.path)) return []
  const names = file.path.split('/').map((segment) => segment.replace(/\..*/, ''))
  const findings = names.filter((name) => nameless.test(name)).map((name) => `'${name}' is no concept`)
  return isBarrel(file) ? [...findings, 'only passes on what others export'] : findings
})

function isBarrel(file: SourceFile): boolean {
  const { statements } = treeOf(file)
  const isPassedOn = (statement: ts.Statement) =>
    ts.isExportDeclaration(statement) && !!statement.moduleSpecifier
  return statements.length > 0 && statements.every(isPassedOn)
}

const demandsDefault =
  /(^|\/)app\/|\.config\.ts$|^middleware\.ts$|^tests\/support\/global-setup\.ts$|\.d\.ts$/

/** Exports are named; a default export only where Next or a tool demands it. */
export const namedExports: Rule = eachModule((file) => {
  if (demandsDefault.test(file.path)) return []
  const hasKeyword = (node: ts.Statement) =>
    ts.isExportAssignment(node) ||
    (ts.canHaveModifiers(node) &&
      !!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
  const isRenamed = nodesOf(file, ts.isExportSpecifier).some(({ name }) => name.text === 'default')
  return treeOf(file).statements.some(hasKeyword) || isRenamed ? ['has a default export'] : []
})

/** A name is exported by one file only, except what Next calls by name in routes and pages. */
export const oneName: Rule = (files) => {
  const modules = files.filter((file) => isModule(file) && /^(app|components|lib|scripts)\//.test(file.path))
  const exported = modules.flatMap((file) => exportedBy(file).map((name) => ({ name, path: file.path })))
  return exported
    .filter(({ name, path }) => exported.some((other) => other.name === name && other.path !== path))
    .map(({ name, path }) => ({ path, detail: `'${name}' is exported by another file, too` }))
}

const calledByNext = /^(GET|POST|PUT|DELETE|metadata|generateMetadata|dynamic)$/

function exportedBy(file: SourceFile): string[] {
  const isExported = (node: ts.Statement) => {
    const kinds = ts.canHaveModifiers(node) ? ts.getModifiers(node)?.map(({ kind }) => kind) : []
    return kinds?.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword)
  }
  return treeOf(file)
    .statements.filter(isExported)
    .flatMap((statement) =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(({ name }) => name.getText())
        : [(statement as ts.DeclarationStatement).name?.getText() ?? ''],
    )
    .filter((name) => name !== '' && !(file.path.startsWith('app/') && calledByNext.test(name)))
}

/** Errors are handled or rethrown, never swallowed. Outside tests, a catch looks at its error, or it would swallow any. */
export const noEmptyCatch: Rule = eachModule((file) => {
  const isTest = file.path.startsWith('tests/')
  const clauses = nodesOf(file, ts.isCatchClause).filter(
    ({ block, variableDeclaration }) => block.statements.length === 0 || !(isTest || variableDeclaration),
  )
  const calls = nodesOf(file, ts.isCallExpression).filter((call) => swallows(call, isTest))
  return [...clauses, ...calls].map((node) => `line ${lineOf(node, file)}: a catch that looks at no error`)
})

/** `.catch(handler)`, or the second handler of `.then`. */
function swallows({ expression, arguments: [first, second] }: ts.CallExpression, isTest: boolean): boolean {
  if (!ts.isPropertyAccessExpression(expression)) return false
  const method = expression.name.text
  const handler = method === 'catch' ? first : method === 'then' ? second : undefined
  if (!handler || !(ts.isArrowFunction(handler) || ts.isFunctionExpression(handler))) return false
  const isEmpty = ts.isBlock(handler.body) ? handler.body.statements.length === 0 : isNothing(handler.body)
  return isEmpty || !(isTest || handler.parameters.length > 0)
}

function isNothing(expression: ts.Expression): boolean {
  return /^(undefined|void 0)$/.test(expression.getText())
}

function lineOf(node: ts.Node, file: SourceFile): number {
  return treeOf(file).getLineAndCharacterOfPosition(node.getStart()).line + 1
}

/** A file has at most 400 lines, or gives a reason in its first five. */
export const fileLength: Rule = (files) =>
  files
    .filter(({ path }) => /\.(tsx?|jsx?|css|mjs|cjs)$/.test(path))
    .map(({ path, source }) => ({ path, lines: source.replace(/\n$/, '').split('\n') }))
    .filter(({ lines }) => lines.length > maxLines)
    .filter(({ lines }) => !/Over \d+ lines: \S/.test(lines.slice(0, 5).join('\n')))
    .map(({ path, lines }) => ({ path, detail: `has ${lines.length} lines and gives no reason` }))
