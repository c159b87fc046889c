/** A message with the markup its sender gave it. */
export function Message({ html }: { html: string }) {
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
