// @ts-nocheck: a page in a group the site map does not know
export default function Page() {
  return null
}
