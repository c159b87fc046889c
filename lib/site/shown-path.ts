/** A path as people read it: `/nöpe` for `/n%C3%B6pe`. Invisible characters and what isn't UTF-8 stay encoded. */
export function shownPath(pathname: string): string {
  return pathname.replace(/(%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded).replace(/[\p{C}\p{Z}%]/gu, encodeURIComponent)
    } catch (error) {
      if (error instanceof URIError) return encoded
      throw error
    }
  })
}
