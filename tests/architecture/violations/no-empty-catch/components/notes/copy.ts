// @ts-nocheck: takes any error for a refusal
export const copy = (text) =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
