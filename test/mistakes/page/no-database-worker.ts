import './no-database.ts'
import '@waraq/engine/worker'
