// @ts-nocheck: links to a path it wrote itself
export default function Page() {
  return <a href="/login">Sign in</a>
}
