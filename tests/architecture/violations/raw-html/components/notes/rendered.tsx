/** keeps to the rules */
export function RenderedNote({ html }: { html: string }) {
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
