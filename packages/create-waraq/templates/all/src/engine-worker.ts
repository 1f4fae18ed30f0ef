import '@waraq/engine/worker'
