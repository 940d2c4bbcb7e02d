/** Apache Kafka through its official client. */
@NullMarked
package dev.assay.systems.kafka.driver;

import org.jspecify.annotations.NullMarked;
