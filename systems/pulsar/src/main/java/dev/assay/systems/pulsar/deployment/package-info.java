/** Local Apache Pulsar clusters: ZooKeeper, bookies and brokers, each a process of its own. */
@NullMarked
package dev.assay.systems.pulsar.deployment;

import org.jspecify.annotations.NullMarked;
