/** Source files for the rules: text, syntax tree, imports. */
import { posix } from 'node:path'
import ts from 'typescript'

/** A file of a tree; the path is relative to the tree's root, with forward slashes. */
export type SourceFile = { path: string; source: string }

/** A rule's complaint about a file. */
export type Finding = { path: string; detail: string }

/** Returns the files of a tree that break the rule. */
export type Rule = (files: readonly SourceFile[]) => Finding[]

/** A rule that checks each TypeScript file by itself. */
export function eachModule(judge: (file: SourceFile) => string[]): Rule {
  return (files) =>
    files
      .filter(isModule)
      .flatMap((file) => [...new Set(judge(file))].map((detail) => ({ path: file.path, detail })))
}

/** Whether a file is TypeScript. */
export function isModule({ path }: SourceFile): boolean {
  return /\.tsx?$/.test(path)
}

/** Whether a file belongs to the tests, which most rules exempt. */
export function isTest(path: string): boolean {
  return path.startsWith('tests/')
}

/** All modules a file imports: static, dynamic, re-exported, types only. */
export function importsOf(file: SourceFile): string[] {
  return ts.preProcessFile(file.source, true, true).importedFiles.map((imported) => imported.fileName)
}

/** The path of an import in the tree, without extension; null for a package. */
export function localPath(from: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return posix.normalize(specifier.slice(2))
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return null
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
