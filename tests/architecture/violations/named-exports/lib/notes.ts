// @ts-nocheck: a default outside of app
export default function notes() {
  return []
}
