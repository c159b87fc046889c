export function Shared({ readers }: { readers: number }) {
  return (
    <>
      {readers > 0 && `${readers} have read it`}
    </>
  )
}
