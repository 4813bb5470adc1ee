export function Changes({ id }: { id: string; seq: number }) {
  return <div className="panel">{id}</div>
}
