/** Source files for the rules: text, syntax tree, imports. */
import { posix } from 'node:path'
import ts from 'typescript'

/** A file of a tree; the path is relative to the tree's root, with forward slashes. */
export type SourceFile = { path: string; source: string }

/** A rule's complaint about a file. */
export type Finding = { path: string; detail: string }

export type Rule = {
  name: string
  /** The complaints about the files of a tree. */
  find: (files: readonly SourceFile[]) => Finding[]
  /** A file that breaks the rule. */
  example: SourceFile
}

/** Checks each TypeScript file by itself. Tests are exempt. */
export function eachModule(judge: (file: SourceFile) => string[]): Rule['find'] {
  return (files) =>
    files
      .filter(({ path }) => /\.tsx?$/.test(path) && !path.startsWith('tests/'))
      .flatMap((file) => [...new Set(judge(file))].map((detail) => ({ path: file.path, detail })))
}

/** All modules a file imports: static, dynamic, re-exported, types only. */
export function importsOf(file: SourceFile): string[] {
  return ts.preProcessFile(file.source, true, true).importedFiles.map((imported) => imported.fileName)
}

/** The paths in the tree that a file imports, without extension. */
export function localImportsOf(file: SourceFile): string[] {
  return importsOf(file).flatMap((specifier) => {
    if (specifier.startsWith('@/')) return posix.normalize(specifier.slice(2))
    return specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : []
  })
}

const trees = new WeakMap<SourceFile, ts.SourceFile>()

/** The syntax tree of a file, parsed once. */
export function treeOf(file: SourceFile): ts.SourceFile {
  const known = trees.get(file)
  if (known) return known
  const tree = ts.createSourceFile(file.path, file.source, ts.ScriptTarget.Latest, true)
  trees.set(file, tree)
  return tree
}

/** All nodes of a file that match. */
export function nodesOf<N extends ts.Node>(file: SourceFile, isWanted: (node: ts.Node) => node is N): N[] {
  const found: N[] = []
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(treeOf(file))
  return found
}

/** Whether it is a literal text or a template. */
export function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}
