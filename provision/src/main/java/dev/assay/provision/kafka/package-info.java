/** Apache Kafka in KRaft mode as processes of this machine. */
@NullMarked
package dev.assay.provision.kafka;

import org.jspecify.annotations.NullMarked;
