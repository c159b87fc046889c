/** An email address that wraps only after its @. */
export function EmailAddress({ email }: { email: string }) {
  return (
    <bdi>
      <WithAddresses text={email} />
    </bdi>
  )
}

/**
 * A text in which no proxy finds an email address: Cloudflare replaces each by a link, so that React renders the page again.
 * In parts of their own, as translators replace texts.
 */
export function WithAddresses({ text }: { text: string }) {
  if (!text.includes('@')) return text
  return text.split(/(?<=@)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other
    <span key={index}>
      {index > 0 && <wbr />}
      {part}
    </span>
  ))
}
