/** A file of a build, its map, and what V8 says of a fault in it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runInThisContext } from 'node:vm'
import ts from 'typescript'
import { tempFolder } from './runs'

const source = `// A comment that the build leaves out.
type Note = { text: string }

export function titleOf(note: Note | null): string {
  const lines = note!.text.split('\\n')
  return lines[0]
}
titleOf(null)
`

/** A build with this file of it, and the stack that V8 writes of it. */
export async function build(file: string, sourceFile: string): Promise<{ folder: string; stack: string }> {
  const folder = await tempFolder()
  const compilerOptions = { sourceMap: true, removeComments: true, module: ts.ModuleKind.None }
  const { outputText, sourceMapText = '' } = ts.transpileModule(source, { compilerOptions })
  const map = { ...JSON.parse(sourceMapText), sources: [`turbopack:///[project]/${sourceFile}`] }
  const name = join(folder, file.startsWith('static/') ? 'maps' : '', `${file}.map`)
  await mkdir(dirname(name), { recursive: true })
  await writeFile(name, JSON.stringify(map))
  return { folder, stack: stackOf(outputText, file) }
}

function stackOf(code: string, file: string): string {
  const where = file.startsWith('static/') ? `https://site.example/_next/${file}` : `/srv/site/.next/${file}`
  try {
    runInThisContext(`globalThis.exports = {}; ${code}`, { filename: where })
  } catch (error) {
    if (error instanceof Error) return ownFrames(error.stack ?? '')
  }
  throw new Error('Nothing was thrown')
}

/** Without the test's own. */
function ownFrames(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^ +at .*[._]next\//.test(line))
    .join('\n')
}
