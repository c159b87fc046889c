/** Markers between server and browser. */
import ts from 'typescript'
import { eachModule, isTest, type Rule, type SourceFile, treeOf } from '../source'

/** A build fails if it bundles a file of `lib/server` for browsers. */
export const serverOnlyFirst: Rule = eachModule((file) =>
  judgeFirstImport(file, 'lib/server/', 'server-only'),
)

/** A server component can't load a file of `lib/browser`. */
export const clientOnlyFirst: Rule = eachModule((file) =>
  judgeFirstImport(file, 'lib/browser/', 'client-only'),
)

/** `'use client'` is in `components/`, and in `app/` only where Next demands it. */
export const clientComponents: Rule = eachModule((file) => {
  const isAllowed =
    /^components\/|^app\/(.*\/)?(error|global-error)\.tsx$/.test(file.path) || isTest(file.path)
  return !isAllowed && directivesOf(file).includes('use client')
    ? ["'use client' belongs in components/"]
    : []
})

function judgeFirstImport(file: SourceFile, folder: string, mark: string): string[] {
  if (!file.path.startsWith(folder)) return []
  const [first] = treeOf(file).statements
  const isMarked = first && ts.isImportDeclaration(first) && nameOf(first) === mark && !first.importClause
  return isMarked ? [] : [`import '${mark}' must be the first statement`]
}

function nameOf({ moduleSpecifier }: ts.ImportDeclaration): string {
  return ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
}

function directivesOf(file: SourceFile): string[] {
  return treeOf(file).statements.flatMap((statement) =>
    ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression)
      ? statement.expression.text
      : [],
  )
}
