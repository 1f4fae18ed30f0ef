import 'waraq/worker'
