/** What a list shows of a note besides its name. */
import { type NoteSummary, noteName } from './note'

/** A note's name and what its text says after that, both without the marks of Markdown. */
export function describeBeginning({ title, start, isWhole }: NoteSummary): {
  name: string
  beginning: string
} {
  const plain = withoutMarks(start)
  const name = noteName({ title, text: plain }) || 'Untitled'
  const isNamedByText = title.trim() === ''
  const rest = isNamedByText && plain.startsWith(name) ? plain.slice(name.length).trimStart() : plain
  return { name, beginning: isWhole || rest === '' ? rest : `${rest}…` }
}

/** Good enough to read a beginning by: what it means is for the note's page, which renders it. */
function withoutMarks(markdown: string): string {
  return markdown
    .replace(
      /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|(?:[-*_][ \t]*){3,}$|```.*$)/gm,
      '',
    )
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
