import { WorkingIcon } from './icons.ts'
import './spinner.css'

export function Spinner() {
  return <WorkingIcon className="spinner" />
}
