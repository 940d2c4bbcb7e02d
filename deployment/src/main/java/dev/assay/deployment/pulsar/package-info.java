/** Local Apache Pulsar clusters: ZooKeeper, bookies and brokers, each a process of its own. */
@NullMarked
package dev.assay.deployment.pulsar;

import org.jspecify.annotations.NullMarked;
