import './stray.ts'
import '@waraq/engine/worker'
