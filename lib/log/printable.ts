/** Texts that anybody wrote, as a terminal or a viewer of logs may show them. */

/**
 * The text in one line, with whatever a terminal would obey, or would not show, written out: `\u001b`. JSON stays JSON
 * and means what it meant, as such characters stand in its texts only.
 */
export function printable(text: string): string {
  return text.replace(unshown, escapeCharacter)
}

/** Control and format characters (also those that turn the direction of writing), line separators, halves of pairs. */
const unshown = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** By units of UTF-16, as in JSON. */
function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, place) => character.charCodeAt(place))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
