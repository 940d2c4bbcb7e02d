/** Apache Kafka in KRaft mode as processes of this machine. */
@NullMarked
package dev.assay.systems.kafka.deployment;

import org.jspecify.annotations.NullMarked;
