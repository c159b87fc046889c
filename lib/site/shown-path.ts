/** A path of the address bar as people read it: `/nöpe` for `/n%C3%B6pe`. What can't be seen, or isn't UTF-8, stays encoded. */
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
