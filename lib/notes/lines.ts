/** Lists and tasks by the lines of a note's Markdown. */

/** Replaces `from` to `to`; then `select` is selected, or the caret is after what was inserted. */
export type Edit = { from: number; to: number; insert: string; select?: readonly [number, number] }

const quotes = '(?:[ \\t]*>)*[ \\t]*'
const bulletOrNumber = '(?:([-*+])|(\\d{1,8})[.)])[ \\t]+'
const listMark = new RegExp(`^(${quotes})${bulletOrNumber}(\\[[ xX]\\][ \\t]+)?`)

/** Returns what Enter does: starts the next item or line of a quote, or ends both where it is empty. Null elsewhere. */
export function continueList(text: string, caret: number): Edit | null {
  const from = lineStart(text, caret)
  const line = text.slice(from, caret)
  const [mark = '', indent = '', bullet = '', number = '', box = ''] =
    listMark.exec(line) ?? /^((?:[ \t]*>)+[ \t]*)/.exec(line) ?? []
  if (mark === '') return null
  if (from + mark.length === caret && text.slice(caret, lineEnd(text, caret)).trim() === '')
    return { from, to: caret, insert: '' }
  const next = bullet || (number && `${Number(number) + 1}${mark.includes(')') ? ')' : '.'}`)
  return { from: caret, to: caret, insert: `\n${indent}${next && `${next} `}${box && '[ ] '}` }
}

/** Returns what Tab does in a list: puts the selected items below the one before, or a level up. Null where it can't. */
export function indentList(text: string, from: number, to: number, isUp: boolean): Edit | null {
  const start = lineStart(text, from)
  const first = indentOf(text.slice(start, lineEnd(text, start)))
  if (!first) return null
  // Below the item before, or beside the nearest one further out.
  const above = itemAbove(
    text,
    start,
    ({ indent }) => indent < first.indent || (!isUp && indent === first.indent),
  )
  const target = isUp ? (above?.indent ?? 0) : (above?.content ?? 0)
  const by = target - first.indent
  if (isUp ? by >= 0 : by <= 0) return null
  return editLines(text, from, to, (line) =>
    by > 0 ? ' '.repeat(by) + line : line.slice(Math.min(-by, spaces(line))),
  )
}

const marks = { task: '- [ ] ', list: '- ', heading: '## ' } as const

/** Starts each selected line with a mark, in place of another; if all have it, removes it. */
export function toggleMark(text: string, from: number, to: number, mark: keyof typeof marks): Edit {
  const any = /^([ \t]*)(#{1,6}[ \t]+|[-*+][ \t]+\[[ xX]\][ \t]+|[-*+][ \t]+|\d{1,8}[.)][ \t]+)?/
  const kindOf = (found = '') =>
    found.includes('[') ? 'task' : found.startsWith('#') ? 'heading' : found && 'list'
  const lines = text.slice(lineStart(text, from), lineEnd(text, to)).split('\n')
  const isMarked = lines.every((line) => kindOf(any.exec(line)?.[2]) === mark)
  return editLines(text, from, to, (line) =>
    line.replace(any, (_, indent: string) => indent + (isMarked ? '' : marks[mark])),
  )
}

/** Makes the selection bold, or plain again. */
export function toggleBold(text: string, from: number, to: number): Edit {
  const selected = text.slice(from, to)
  if (text.slice(from - 2, from) === '**' && text.slice(to, to + 2) === '**')
    return { from: from - 2, to: to + 2, insert: selected, select: [from - 2, to - 2] }
  return { from, to, insert: `**${selected}**`, select: [from + 2, to + 2] }
}

/** Makes the selection a link. Without a `url`, the place for it is selected. */
export function makeLink(text: string, from: number, to: number, url = ''): Edit {
  const words = text.slice(from, to)
  const insert = `[${words}](${url || 'https://'})`
  if (url) return { from, to, insert }
  // Its words come first, if there are none.
  const place = words === '' ? from + 1 : from + words.length + 3
  return { from, to, insert, select: [place, place + (words === '' ? 0 : 'https://'.length)] }
}

/** Whether a pasted text is an address that makes a link of the selected words. */
export function isLinkFor(words: string, pasted: string): boolean {
  const isAddress = (word: string) => /^https?:\/\/[^\s()]+$/.test(word)
  return isAddress(pasted) && words.trim() !== '' && !/[\n[\]]/.test(words) && !isAddress(words)
}

/** Changes the lines of a selection, which then covers what it did. */
function editLines(text: string, from: number, to: number, change: (line: string) => string): Edit {
  const [start, end] = [lineStart(text, from), lineEnd(text, to)]
  const before = text.slice(start, end)
  const insert = before.split('\n').map(change).join('\n')
  const [first = ''] = before.split('\n', 1)
  const moved = Math.max(start, from + change(first).length - first.length)
  return {
    from: start,
    to: end,
    insert,
    select: [moved, Math.max(moved, to + insert.length - before.length)],
  }
}

const lineStart = (text: string, at: number) => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** Where an item's mark and its words begin. */
type Item = { indent: number; content: number }

function indentOf(line: string): Item | null {
  const item = /^([ \t]*)(?:[-*+]|\d{1,8}[.)])[ \t]+/.exec(line)
  return item && { indent: spaces(line), content: item[0].replace(/\[.*/, '').length }
}

/** The nearest item of this list above a line that matches. */
function itemAbove(text: string, end: number, matches: (item: Item) => boolean): Item | null {
  if (end === 0) return null
  const start = lineStart(text, end - 1)
  const item = indentOf(text.slice(start, end - 1))
  return item && !matches(item) ? itemAbove(text, start, matches) : item
}

const spaces = (line: string) => line.length - line.trimStart().length

/** Returns the text with the task at this line ticked or unticked; null if there is no task. */
export function setTaskDone(text: string, line: number, isDone: boolean): string | null {
  const lines = text.split('\n')
  const task = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)[ xX](\][ \t])/
  const found = lines[line]
  if (found === undefined || !task.test(found)) return null
  lines[line] = found.replace(task, `$1${isDone ? 'x' : ' '}$2`)
  return lines.join('\n')
}
