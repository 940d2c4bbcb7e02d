/** Apache Kafka in KRaft mode as processes of this machine. */
@NullMarked
package dev.assay.deployment.kafka;

import org.jspecify.annotations.NullMarked;
