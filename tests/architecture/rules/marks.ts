import ts from 'typescript'
import { eachModule, type Rule, type SourceFile, treeOf } from '../source'

/**
 * A build fails if it bundles a file of `lib/server` for browsers, or loads one of `lib/browser` in a server component. And
 * `'use client'` is a leaf: in `components/`, in `app/` only where Next demands it.
 */
export const marks: Rule = {
  name: 'files say where they run',
  find: eachModule((file) => [
    ...missingMark(file, 'lib/server/', 'server-only'),
    ...missingMark(file, 'lib/browser/', 'client-only'),
    ...(isClientPage(file) ? ["'use client' belongs in components/"] : []),
  ]),
  example: { path: 'lib/server/notes/notes.ts', source: "import 'client-only'\nimport 'server-only'" },
}

function missingMark(file: SourceFile, folder: string, mark: string): string[] {
  const [first] = treeOf(file).statements
  const isMarked =
    first && ts.isImportDeclaration(first) && first.getText().replace(/["';]/g, '') === `import ${mark}`
  return file.path.startsWith(folder) && !isMarked ? [`import '${mark}' must be the first statement`] : []
}

function isClientPage({ path, source }: SourceFile): boolean {
  return (
    /^['"]use client/m.test(source) && !/^components\/|^app\/(.*\/)?(error|global-error)\.tsx$/.test(path)
  )
}
