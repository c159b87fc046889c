/** Lists and tasks by the lines of a note's Markdown. */

type Edit = { from: number; to: number; insert: string }

/** Returns what Enter does in a list: starts the next item, or ends the list in an empty one. Null outside a list. */
export function continueList(text: string, caret: number): Edit | null {
  const from = text.lastIndexOf('\n', caret - 1) + 1
  const [mark = '', indent = '', bullet = '', number = '', box = ''] =
    /^([ \t]*(?:>[ \t]?)*)(?:([-*+])|(\d{1,8})[.)])[ \t]+(\[[ xX]\][ \t]+)?/.exec(text.slice(from, caret)) ??
    []
  if (mark === '') return null
  const end = text.indexOf('\n', caret)
  const isEmpty =
    from + mark.length === caret && text.slice(caret, end === -1 ? undefined : end).trim() === ''
  if (isEmpty) return { from, to: caret, insert: '' }
  const next = bullet || `${Number(number) + 1}${mark.includes(')') ? ')' : '.'}`
  return { from: caret, to: caret, insert: `\n${indent}${next} ${box && '[ ] '}` }
}

/** Returns the text with the task at this line ticked or unticked; null if there is no task. */
export function setTaskDone(text: string, line: number, isDone: boolean): string | null {
  const lines = text.split('\n')
  const task = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)[ xX](\][ \t])/
  const found = lines[line]
  if (found === undefined || !task.test(found)) return null
  lines[line] = found.replace(task, `$1${isDone ? 'x' : ' '}$2`)
  return lines.join('\n')
}
