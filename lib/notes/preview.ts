/** What a list shows of a note besides its name. */
import { type NoteSummary, noteName } from './note'

type Preview = {
  /** The whole title, else the first line. */
  heading: string
  /** The same, shortened. */
  name: string
  /** What the text says after the heading. */
  excerpt: string
}

/** A note's name, and the beginning of its text without the marks of Markdown. */
export function describePreview({
  title,
  start,
  isWhole,
}: Pick<NoteSummary, 'title' | 'start' | 'isWhole'>): Preview {
  const plain = withoutMarks(start)
  const name = noteName({ title, text: plain }) || 'Untitled'
  const [line = ''] = plain.split('\n', 1)
  const isHeadedByText = title.trim() === '' && line !== '' && line.length <= maxHeadingLength
  const rest = isHeadedByText ? plain.slice(line.length).trimStart() : plain
  return {
    heading: title.trim() || (isHeadedByText ? line : name),
    name,
    excerpt: isWhole || rest === '' ? rest : `${rest}…`,
  }
}

/** A longer first line of a note without a title is text, and shortened for a heading. */
const maxHeadingLength = 80

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
