import DefaultTheme from 'vitepress/theme'
import './colours.css'
import './code.css'
import './pages.css'

export default DefaultTheme
