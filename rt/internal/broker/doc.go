// Package broker is the Kafka that an application starts inside itself when no brokers are configured: kfake with the
// guards that it needs.
//
//	client ─► listener ─► frame guard ─► kfake ─► data directory
//	                      (size, api key)          healed at start, ahead of the first client
package broker
