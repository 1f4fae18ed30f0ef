import './stray.ts'
import 'waraq/worker'
