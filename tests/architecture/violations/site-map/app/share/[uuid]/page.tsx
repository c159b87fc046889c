// @ts-nocheck: keeps to the rules
export default function Page() {
  return null
}
