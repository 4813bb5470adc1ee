/** Names of files in a dialog, a scrolled list if there are many. */
export function FileNames({ paths }: { paths: readonly string[] }) {
  return (
    <ul className="file-names mono">
      {paths.map((path) => (
        <li key={path}>{path}</li>
      ))}
    </ul>
  )
}
