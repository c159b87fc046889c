import { type NoteSummary, noteName } from './note'

type Preview = {
  /** The title, else the first line. */
  heading: string
  /** The heading, shortened. */
  name: string
  /** The text after the heading. */
  excerpt: string
}

/** What a list shows of a note, without Markdown syntax. */
export function describePreview({
  title,
  start,
  isWhole,
}: Pick<NoteSummary, 'title' | 'start' | 'isWhole'>): Preview {
  const plain = stripMarkdown(start)
  const name = noteName({ title, text: plain }) || 'Untitled'
  const [line = ''] = plain.split('\n', 1)
  const isHeadingFromText = title.trim() === '' && line !== '' && line.length <= maxHeadingLength
  const rest = isHeadingFromText ? plain.slice(line.length).trimStart() : plain
  return {
    heading: title.trim() || (isHeadingFromText ? line : name),
    name,
    excerpt: isWhole || rest === '' ? rest : `${rest}…`,
  }
}

/** A longer first line of an untitled note is shortened for the heading and stays in the excerpt. */
const maxHeadingLength = 80

/** Approximate: only the note's page parses Markdown. */
function stripMarkdown(markdown: string): string {
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
