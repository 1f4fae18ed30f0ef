/** Names are fetched here; tokens never leave this worker. */
import '@waraq/engine/catalogue/worker'
