/** The environment is read in two files; `.env.example` lists what they read. */
import ts from 'typescript'
import { siteSettings } from '@/lib/config/config'
import { serverSettings } from '@/lib/server/config'
import { eachModule, isTest, nodesOf, type Rule } from '../source'

const readers = ['lib/config/config.ts', 'lib/server/config.ts']

/** Next inlines these two: they are constants. */
const constants = ['NEXT_RUNTIME', 'NODE_ENV']

/** Only the two configuration files read the environment. */
export const environmentReaders: Rule = eachModule((file) => {
  if (readers.includes(file.path) || isTest(file.path)) return []
  const isRead = (node: ts.Node): node is ts.Node => readsEnvironment(node)
  return nodesOf(file, isRead)
    .filter((node) => !(file.path === 'instrumentation.ts' && isConstant(node.parent)))
    .map((node) => `reads the environment: ${node.getText()}`)
})

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env' && isProcess(node.expression)
  if (ts.isElementAccessExpression(node))
    return namesEnv(node.argumentExpression) && isProcess(node.expression)
  if (ts.isBindingElement(node)) return namesEnv(node.propertyName ?? node.name) && isTakenFromProcess(node)
  if (!ts.isImportDeclaration(node) || !/^['"](node:)?process['"]$/.test(node.moduleSpecifier.getText()))
    return false
  const bindings = node.importClause?.namedBindings
  if (!bindings || ts.isNamespaceImport(bindings)) return bindings !== undefined
  return bindings.elements.some((element) => namesEnv(element.propertyName ?? element.name))
}

function isProcess(node: ts.Node): boolean {
  return /(^|\.)process$/.test(node.getText())
}

function namesEnv(node: ts.Node): boolean {
  return (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === 'env'
}

function isTakenFromProcess(node: ts.BindingElement): boolean {
  const declaration = node.parent.parent
  return (
    ts.isVariableDeclaration(declaration) && !!declaration.initializer && isProcess(declaration.initializer)
  )
}

function isConstant(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && constants.includes(node.name.text)
}

/** `.env.example` names exactly the variables Foyer reads; a `#` before one leaves it at its default. */
export const environmentExample: Rule = (files) => {
  const path = '.env.example'
  const example = files.find((file) => file.path === path)
  if (!example) return [{ path, detail: 'is missing' }]
  const known = Object.keys({ ...siteSettings, ...serverSettings })
  const listed = [...example.source.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm)].flatMap(
    ([, name]) => name ?? [],
  )
  const missing = known.filter((name) => !listed.includes(name)).map((name) => `${name} is missing`)
  const unknown = listed.filter((name) => !known.includes(name)).map((name) => `nothing reads ${name}`)
  return [...missing, ...unknown].map((detail) => ({ path, detail }))
}
