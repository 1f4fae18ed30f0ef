import './no-database.ts'
import 'waraq/worker'
