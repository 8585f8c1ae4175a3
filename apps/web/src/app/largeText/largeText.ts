import { divideWords } from './divideWords.ts'
import './largeText.css'

divideWords()
